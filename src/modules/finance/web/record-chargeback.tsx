import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { LtrField, MoneyField, TextField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./finance.module.css";
import { useRefresh } from "./finance.queries.ts";
import { call } from "./finance-calls.ts";

type Props = { merchantId: string };
const empty = { payment_id: "", dispute_id: "", amount_halalas: null as number | null, reason: "" };

/** A chargeback that only the gateway's dashboard shows. */
export function RecordChargeback({ merchantId }: Props) {
  const { t } = useTranslation("finance");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("chargebacks.record")}
        </Button>
      </div>
      {isOpen ? <ChargebackForm merchantId={merchantId} onDone={() => setOpen(false)} /> : null}
    </>
  );
}

function ChargebackForm({ merchantId, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation("finance");
  const [input, setInput] = useState(empty);
  const key = useIdempotencyKey(`finance.chargeback.${merchantId}`);
  const refresh = useRefresh();
  const submission = useSubmission(["payment_id", "dispute_id", "amount_halalas", "reason"]);
  const field = <Name extends keyof typeof empty>(name: Name) => ({
    value: input[name],
    error: submission.errors[name],
    onChange: (value: (typeof empty)[Name]) => {
      submission.clearError(name);
      setInput({ ...input, [name]: value });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { amount_halalas } = input;
    for (const name of ["payment_id", "dispute_id"] as const)
      if (input[name].trim() === "") return submission.setError(name, t("chargebacks.id_required"));
    if (!amount_halalas) return submission.setError("amount_halalas", t("amount_required"));
    if (input.reason.trim() === "") return submission.setError("reason", t("reason_required"));
    const body = { ...input, amount_halalas };
    void submission.run(async () => {
      await call("POST Staff/Finance/merchants/{merchant_id}/chargebacks", {
        params: { merchant_id: merchantId },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      await refresh();
      notify(text("finance:chargebacks.saved"), "success");
      onDone();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{t("chargebacks.record_words")}</p>
      <LtrField label={t("chargebacks.payment_id")} maxLength={100} {...field("payment_id")} />
      <LtrField label={t("chargebacks.dispute_id")} maxLength={100} {...field("dispute_id")} />
      <MoneyField label={t("amount")} {...field("amount_halalas")} />
      <TextField label={t("reason")} description={t("reason_read")} maxLength={300} {...field("reason")} />
      <div>
        <Button type="submit" loading={submission.isSubmitting}>
          {t("chargebacks.save")}
        </Button>
      </div>
    </form>
  );
}
