import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import type { Subscription } from "../billing-calls.ts";

/** A payment whose result the bank has not given yet, with the way to where it is waited for. */
export function PaymentUnderWay({ subscription: { open_period } }: { subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  const payment = open_period?.payment;
  if (payment?.status !== "pending") return null;
  return (
    <Banner
      tone="waiting"
      title={t("payment_under_way")}
      action={
        <LinkButton to="/checkout" search={{ subscription: payment.intent_id }} variant="default">
          {t("follow_payment")}
        </LinkButton>
      }
    >
      <Money halalas={payment.amount_halalas} /> · {t("payment_under_way_words")}
    </Banner>
  );
}
