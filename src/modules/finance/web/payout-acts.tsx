import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import type { Payout } from "../contract/payouts.calls.ts";
import classes from "./finance.module.css";
import { useRefresh } from "./finance.queries.ts";
import { call } from "./finance-calls.ts";
import { useAct } from "./use-act.ts";

/** Begins a transfer; begun, it is confirmed with the bank's reference or refused with a reason. */
export function PayoutActs({ payout }: { payout: Payout }) {
  const { t } = useTranslation("finance");
  const [isRefusing, setRefusing] = useState(false);
  const params = { merchant_id: payout.merchant.id, withdrawal_id: payout.withdrawal_id };
  const start = useAct(
    () => call("POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/start", { params }),
    "payouts.started",
  );
  return (
    <>
      <div className={classes.acts}>
        {payout.state === "requested" ? (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {t("payouts.start")}
          </Button>
        ) : (
          <EndForm
            field="bank_reference"
            label={t("payouts.bank_reference")}
            act={t("payouts.confirm")}
            send={(bank_reference) =>
              call("POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/confirm", {
                params,
                body: { bank_reference },
                quiet: true,
              })
            }
          />
        )}
        {isRefusing ? null : (
          <Button variant="subtle" color="bad" onClick={() => setRefusing(true)}>
            {t("payouts.refuse")}
          </Button>
        )}
      </div>
      {isRefusing ? (
        <EndForm
          field="reason"
          label={t("payouts.reason")}
          act={t("payouts.refuse_now")}
          send={(reason) =>
            call("POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/refuse", {
              params,
              body: { reason },
              quiet: true,
            })
          }
        />
      ) : null}
    </>
  );
}

type EndProps = {
  field: "bank_reference" | "reason";
  label: string;
  act: string;
  send: (value: string) => Promise<unknown>;
};

/** One field that ends a transfer. */
function EndForm({ field, label, act, send }: EndProps) {
  const { t } = useTranslation("finance");
  const [value, setValue] = useState("");
  const refresh = useRefresh();
  const submission = useSubmission([field]);
  const Field = field === "reason" ? TextField : LtrField;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === "") return submission.setError(field, t(`${field}_required`));
    void submission.run(async () => {
      await send(value);
      await refresh();
    });
  };
  return (
    <form className={classes.acts} onSubmit={submit} noValidate>
      <Field
        label={label}
        maxLength={field === "reason" ? 300 : 64}
        value={value}
        error={submission.errors[field]}
        onChange={(typed) => {
          submission.clearError(field);
          setValue(typed);
        }}
      />
      <Button type="submit" variant="default" loading={submission.isSubmitting}>
        {act}
      </Button>
    </form>
  );
}
