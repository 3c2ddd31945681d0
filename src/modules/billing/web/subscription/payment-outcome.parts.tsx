import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DoneOutcome, FailedOutcome, WaitingOutcome } from "#modules/payments/web/payment-outcome.parts.tsx";
import type { SubscriptionPayment } from "../billing-calls.ts";
import { subscriptionKeys, usePayment } from "./subscription.queries.ts";

/** A subscription's payment after the bank's page: waited for, paid, or not. It updates by itself. */
export function SubscriptionPaymentOutcome({ intentId }: { intentId: string }) {
  const client = useQueryClient();
  const query = usePayment(intentId);
  const isPaid = query.data?.status === "paid";
  useEffect(() => {
    if (isPaid) void client.invalidateQueries({ queryKey: subscriptionKeys.view() });
  }, [isPaid, client]);
  const payment = query.data;
  if (!payment)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows count={2} />
    );
  if (payment.status === "pending") return <Waiting payment={payment} />;
  return isPaid ? <Paid payment={payment} /> : <NotPaid payment={payment} />;
}

type Props = { payment: SubscriptionPayment };

function Waiting({ payment: { action_url, amount_halalas } }: Props) {
  const { t } = useTranslation("billing_subscription");
  return (
    <WaitingOutcome title={t("checking")} amount={amount_halalas} bankUrl={action_url}>
      <p>{t("checking_words")}</p>
    </WaitingOutcome>
  );
}

function Paid({ payment: { amount_halalas } }: Props) {
  const { t } = useTranslation("billing_subscription");
  return (
    <DoneOutcome title={t("payment_done")} amount={amount_halalas}>
      <p>{t("payment_done_words")}</p>
      <Back>{t("to_subscription")}</Back>
    </DoneOutcome>
  );
}

function NotPaid({ payment: { status, amount_halalas, failure_message } }: Props) {
  const { t } = useTranslation("billing_subscription");
  const isRefunded = status === "refunded";
  return (
    <FailedOutcome title={t(isRefunded ? "payment_refunded" : "payment_failed")} amount={amount_halalas}>
      <p>{failure_message ?? t(isRefunded ? "payment_refunded_words" : "payment_failed_words")}</p>
      <Back>{t(isRefunded ? "to_subscription" : "pay_again")}</Back>
    </FailedOutcome>
  );
}

const Back = ({ children }: { children: ReactNode }) => (
  <LinkButton to="/financial-transaction/active-subscribtions">{children}</LinkButton>
);
