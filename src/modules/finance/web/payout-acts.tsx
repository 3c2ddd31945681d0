import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payout } from "../contract/payouts.calls.ts";
import { ActForm } from "./act-form.tsx";
import classes from "./finance.module.css";
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
          <ActForm
            isInline
            purpose={`payout-confirm.${payout.withdrawal_id}`}
            fields={[
              {
                name: "bank_reference",
                kind: "code",
                label: t("payouts.bank_reference"),
                required: t("bank_reference_required"),
                maxLength: 64,
              },
            ]}
            act={t("payouts.confirm")}
            send={(body) =>
              call("POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/confirm", {
                params,
                body,
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
        <ActForm
          isInline
          purpose={`payout-refuse.${payout.withdrawal_id}`}
          fields={[
            { name: "reason", kind: "text", label: t("payouts.reason"), required: t("reason_required") },
          ]}
          act={t("payouts.refuse_now")}
          send={(body) =>
            call("POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/refuse", {
              params,
              body,
              quiet: true,
            })
          }
        />
      ) : null}
    </>
  );
}
