import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import type { Subscription } from "../billing-calls.ts";
import classes from "./subscription.module.css";

/** The period that runs, what happens next by itself, and what is to be paid. */
export function NextFacts({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  const { next, open_period: open, duration_months, current_starts_at, current_ends_at } = subscription;
  const unpaid = open?.kind === "renewal" ? open : null;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t(subscription.trial ? "trial_span" : "period_span")}</dt>
        <dd>
          <DateText at={current_starts_at} style="short" /> – <DateText at={current_ends_at} style="short" />
        </dd>
      </div>
      {duration_months ? (
        <div>
          <dt>{t("duration")}</dt>
          <dd>{t("months", { count: duration_months })}</dd>
        </div>
      ) : null}
      {next ? (
        <div>
          <dt>{t(`next.${next.kind}`)}</dt>
          <dd>
            <DateText at={next.at} /> · <TimeText at={next.at} />
          </dd>
        </div>
      ) : null}
      {next?.amount_halalas && !unpaid ? (
        <div>
          <dt>{t("next_amount")}</dt>
          <dd>
            <Money halalas={next.amount_halalas} />
          </dd>
        </div>
      ) : null}
      {unpaid ? (
        <div>
          <dt>{t("due")}</dt>
          <dd>
            <Money halalas={unpaid.due_halalas} />
          </dd>
        </div>
      ) : null}
      {unpaid?.pay_until ? (
        <div>
          <dt>{t("pay_until")}</dt>
          <dd>
            <DateText at={unpaid.pay_until} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
