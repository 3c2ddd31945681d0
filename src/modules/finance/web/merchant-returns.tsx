import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import type { ChargebackShown, PeriodShown } from "../contract/returns.calls.ts";
import classes from "./finance.module.css";
import { call } from "./finance-calls.ts";
import { RecordChargeback } from "./record-chargeback.tsx";
import { Refundable } from "./refundable.tsx";
import { useAct } from "./use-act.ts";

type PeriodsProps = { merchantId: string; periods: readonly PeriodShown[] };

/** Periods of the subscription, newest first; a paid renewal or upgrade can be refunded. */
export function MerchantPeriods({ merchantId, periods }: PeriodsProps) {
  const { t } = useTranslation("finance");
  const language = currentLanguage();
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("periods.title")}</h3>
      {periods.length === 0 ? <p className={classes.quiet}>{t("periods.none")}</p> : null}
      <ul className={classes.rows}>
        {periods.map((period) => (
          <Refundable
            key={period.id}
            purpose={`period.${period.id}`}
            left={period.refundable_halalas}
            send={(body, idempotencyKey) =>
              call("POST Staff/Finance/merchants/{merchant_id}/periods/{period_id}/refund", {
                params: { merchant_id: merchantId, period_id: period.id },
                body,
                idempotencyKey,
                quiet: true,
              })
            }
          >
            <span>
              <UserText>{period.plan_name[language]}</UserText> · {t(`periods.kind_${period.kind}`)}
            </span>
            <Money halalas={period.due_halalas} />
            <span className={classes.quiet}>
              {t(`periods.state_${period.state}`)} · <DateText at={period.starts_at} style="full" />
            </span>
            {period.returned_halalas > 0 ? (
              <span className={classes.quiet}>
                {t("periods.returned")} <Money halalas={period.returned_halalas} />
              </span>
            ) : null}
          </Refundable>
        ))}
      </ul>
    </section>
  );
}

type ChargebacksProps = { merchantId: string; chargebacks: readonly ChargebackShown[] };

/** What banks took back, newest first; that one was won is read at the gateway and recorded here. */
export function MerchantChargebacks({ merchantId, chargebacks }: ChargebacksProps) {
  const { t } = useTranslation("finance");
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("chargebacks.title")}</h3>
      {chargebacks.length === 0 ? <p className={classes.quiet}>{t("chargebacks.none")}</p> : null}
      <ul className={classes.rows}>
        {chargebacks.map((chargeback) => (
          <li key={chargeback.id} className={classes.row}>
            <div className={classes.head}>
              <Money halalas={chargeback.amount_halalas} />
              <span>{t(`chargebacks.purpose_${chargeback.purpose}`)}</span>
              <StatusBadge tone={chargeback.won_at === null ? "bad" : "good"}>
                {t(chargeback.won_at === null ? "chargebacks.taken" : "chargebacks.won")}
              </StatusBadge>
              <span className={classes.quiet}>
                <DateText at={chargeback.settled_at} style="full" />
              </span>
              {chargeback.won_at === null ? <Win merchantId={merchantId} chargeback={chargeback} /> : null}
            </div>
          </li>
        ))}
      </ul>
      <RecordChargeback merchantId={merchantId} />
    </section>
  );
}

function Win({ merchantId, chargeback }: { merchantId: string; chargeback: ChargebackShown }) {
  const { t } = useTranslation("finance");
  const format = useFormat();
  const { id: chargeback_id, amount_halalas } = chargeback;
  const params = { merchant_id: merchantId, chargeback_id };
  const win = useAct(
    () => call("POST Staff/Finance/merchants/{merchant_id}/chargebacks/{chargeback_id}/win", { params }),
    "chargebacks.recorded",
  );
  return (
    <ConfirmButton
      label={t("chargebacks.win")}
      title={t("chargebacks.win_title")}
      busy={win.isPending}
      onConfirm={(close) => win.mutate(undefined, { onSettled: close })}
    >
      <p>{t("chargebacks.win_words", { amount: format.riyals(amount_halalas) })}</p>
    </ConfirmButton>
  );
}
