import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { DoneOutcome, FailedOutcome, WaitingOutcome } from "#modules/payments/web/payment-outcome.parts.tsx";
import type { Order } from "../billing-calls.ts";
import classes from "./checkout.module.css";
import { loadCheckout } from "./checkout-state.ts";
import { isBought, isUnderWay, useOrder } from "./orders.queries.ts";

/** An order after its payment: waited for, completed with what is open now, or not paid. It updates by itself. */
export function OrderOutcome({ orderId }: { orderId: string }) {
  const { t } = useTranslation("billing_checkout");
  const query = useOrder(orderId, true);
  const order = query.data;
  const isDelivered = order?.state === "delivered";
  useEffect(() => {
    if (isDelivered) notify(t("completed"), "success");
  }, [isDelivered, t]);
  if (!order)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows count={2} />
    );
  if (isBought(order)) return <Completed order={order} />;
  return isUnderWay(order) ? <Waiting order={order} /> : <NotPaid order={order} />;
}

function Waiting({ order }: { order: Order }) {
  const { t } = useTranslation("billing_checkout");
  return (
    <WaitingOutcome
      title={t("checking")}
      amount={order.total_halalas}
      bankUrl={order.payment?.status === "pending" ? order.payment.action_url : null}
    >
      <p>{t("checking_words")}</p>
    </WaitingOutcome>
  );
}

function Completed({ order }: { order: Order }) {
  const { t } = useTranslation("billing_checkout");
  const isRefunded = order.state === "refunded";
  return (
    <DoneOutcome
      title={t(isRefunded ? "refunded" : "completed")}
      amount={isRefunded ? order.refunded_halalas : order.total_halalas}
    >
      <p>{t(isRefunded ? "refunded_words" : "completed_words")}</p>
      {order.payment?.card_text ? <p>{order.payment.card_text}</p> : null}
      <ul className={classes.opened} aria-label={t("opened")}>
        {order.opened.map((item) => (
          <li key={`${item.kind}-${item.title}`}>
            <UserText>{item.title}</UserText>
            <OpenedLink item={item} />
          </li>
        ))}
      </ul>
    </DoneOutcome>
  );
}

function OpenedLink({ item: { kind, service } }: { item: Order["opened"][number] }): ReactNode {
  const { t } = useTranslation("billing_checkout");
  if (kind === "plan")
    return (
      <LinkButton to="/financial-transaction/active-subscribtions" variant="default">
        {t("see_subscription")}
      </LinkButton>
    );
  return (
    <LinkButton
      to="/financial-transaction/services-stock"
      search={service ? { service } : {}}
      variant="default"
    >
      {t("see_stock")}
    </LinkButton>
  );
}

function NotPaid({ order }: { order: Order }) {
  const { t } = useTranslation("billing_checkout");
  const navigate = useNavigate();
  const saved = loadCheckout(order.id);
  const isFailed = order.payment?.status === "failed";
  return (
    <FailedOutcome title={t(isFailed ? "state_failed" : `state_${order.state}`)} amount={order.total_halalas}>
      <p>{(isFailed && order.payment?.failure_text) || t("not_paid_words")}</p>
      {saved ? (
        <Button color="clay" onClick={() => void navigate({ to: "/checkout", search: saved })}>
          {t("try_again")}
        </Button>
      ) : (
        <LinkButton to="/financial-transaction/services-stock" variant="default">
          {t("see_packages")}
        </LinkButton>
      )}
    </FailedOutcome>
  );
}
