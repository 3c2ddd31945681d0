import { Button } from "@mantine/core";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { Checkout } from "#modules/billing/web/checkout/checkout.parts.tsx";
import { OrderOutcome } from "#modules/billing/web/checkout/order-outcome.parts.tsx";
import { SubscriptionPaymentOutcome } from "#modules/billing/web/subscription/payment-outcome.parts.tsx";
import { toPaidPath } from "#modules/consultations/web/card-orders.queries.ts";
import { DepositOutcome } from "#modules/wallet/web/deposit-outcome.parts.tsx";
import { loadReturnPath } from "#modules/wallet/web/return-path.ts";
import { flowPath } from "../first-campaign/steps.ts";

/**
 * Buying a plan or packages, and the page to which the bank redirects the cardholder after any payment. The address's
 * claims about a payment are not trusted: the server asks the gateway, and this page polls until the outcome is known.
 */
export function CheckoutPage() {
  const { t } = useTranslation("billing_checkout");
  const search = useSearch({ strict: false }) as {
    deposit?: unknown;
    order?: unknown;
    subscription?: unknown;
  };
  if (isId(search.deposit)) return <DepositReturn depositId={search.deposit} />;
  if (isId(search.subscription)) return <SubscriptionReturn intentId={search.subscription} />;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {isId(search.order) ? (
        <Card>
          <OrderOutcome orderId={search.order} />
        </Card>
      ) : (
        <Checkout />
      )}
    </>
  );
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

/** After a payment of the subscription, which is not bought here: its state, and the way back to its page. */
function SubscriptionReturn({ intentId }: { intentId: string }) {
  const { t } = useTranslation("billing_subscription");
  return (
    <>
      <PageHeader title={t("title")} />
      <Card>
        <SubscriptionPaymentOutcome intentId={intentId} />
      </Card>
    </>
  );
}

/** After a top-up: its state, and the way back to where the merchant was. */
function DepositReturn({ depositId }: { depositId: string }) {
  const { t } = useTranslation("wallet");
  const navigate = useNavigate();
  const onward = loadReturnPath();
  const [isPaid, setPaid] = useState(false);
  // What the deposit pays for has a page of its own, which shows the payment too.
  if (onward === toPaidPath(depositId)) return <Navigate to={onward} replace />;
  const goOn = () => {
    setPaid(true);
    // On the way to the first campaign the flow goes on by itself once the money is there.
    if (onward === flowPath) void navigate({ to: flowPath, replace: true });
  };
  return (
    <>
      <PageHeader title={t("checkout")} lead={isPaid ? null : t("checkout_lead")} />
      <Card>
        <DepositOutcome
          depositId={depositId}
          onAgain={() => void navigate({ to: onward })}
          onPaid={goOn}
          onward={(isPaid) => (
            <Button component={Link} to={onward} variant={isPaid ? "filled" : "default"}>
              {onward === "/financial-transaction/wallet" ? t("back_to_wallet") : t("continue")}
            </Button>
          )}
        />
      </Card>
    </>
  );
}
