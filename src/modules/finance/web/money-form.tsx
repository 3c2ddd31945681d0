import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { MoneyField, TextField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import classes from "./finance.module.css";
import { useRefresh } from "./finance.queries.ts";

export type MoneyInput = { amount_halalas: number; reason: string };
type Props = {
  /** The act and what it is done to, so that a repeated press counts once. */
  purpose: string;
  /** The act as a verb. */
  label: string;
  /** Proposed; whole for a refund of all that is left. */
  amount?: number;
  send: (body: MoneyInput, idempotencyKey: string) => Promise<unknown>;
  onDone: () => void;
};

/** An amount with its reason, for credits and refunds. */
export function MoneyForm({ purpose, label, amount: proposed, send, onDone }: Props) {
  const { t } = useTranslation("finance");
  const [amount, setAmount] = useState<number | null>(proposed ?? null);
  const [reason, setReason] = useState("");
  const key = useIdempotencyKey(`finance.${purpose}`);
  const refresh = useRefresh();
  const submission = useSubmission(["amount_halalas", "reason"]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!amount) return submission.setError("amount_halalas", t("amount_required"));
    if (reason.trim() === "") return submission.setError("reason", t("reason_required"));
    const body = { amount_halalas: amount, reason };
    void submission.run(async () => {
      await send(body, key.for(body));
      key.done();
      await refresh();
      onDone();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <MoneyField
        label={t("amount")}
        value={amount}
        error={submission.errors.amount_halalas}
        onChange={(value) => {
          submission.clearError("amount_halalas");
          setAmount(value);
        }}
      />
      <TextField
        label={t("reason")}
        description={t("reason_read")}
        maxLength={300}
        value={reason}
        error={submission.errors.reason}
        onChange={(value) => {
          submission.clearError("reason");
          setReason(value);
        }}
      />
      <div>
        <Button type="submit" loading={submission.isSubmitting}>
          {label}
        </Button>
      </div>
    </form>
  );
}
