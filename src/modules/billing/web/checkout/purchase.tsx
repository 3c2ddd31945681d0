import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import type { CartInput } from "../../contract/orders.calls.ts";
import type { Order } from "../billing-calls.ts";
import classes from "./checkout.module.css";
import type { CheckoutState, useCheckoutState } from "./checkout-state.ts";
import { CouponField } from "./coupon-field.tsx";
import { type Begun, GatewayStep } from "./gateway-step.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { previewQuery } from "./orders.queries.ts";
import { PaymentStep } from "./payment-step.tsx";

type Props = {
  state: CheckoutState;
  lines: CartInput["lines"];
  change: ReturnType<typeof useCheckoutState>["change"];
  /** The order of this checkout, when a payment of it failed or was not finished. */
  earlier: Order | undefined;
};

/** What is bought, its coupon and VAT, and the payment. */
export function Purchase({ state, lines, change, earlier }: Props) {
  const { t } = useTranslation("billing_checkout");
  const [begun, setBegun] = useState<Begun | null>(null);
  const { preview, couponError, query } = usePreview(lines, state.coupon);
  if (!preview) return query.isError ? <CannotBuy query={query} /> : <SkeletonRows count={4} />;
  const failure = begun ? null : earlier?.payment?.failure_text;
  const coupon = couponError ? undefined : state.coupon;
  return (
    <div className={classes.page}>
      {failure ? (
        <Banner tone="bad" title={t("payment_failed")} urgent>
          {failure}
        </Banner>
      ) : null}
      <Card title={t("your_order")}>
        <OrderSummary
          totals={preview}
          lines={lines}
          isBusy={query.isPlaceholderData}
          onQuantities={begun ? null : (packages) => change({ packages })}
        />
        {begun ? null : (
          <CouponField
            applied={coupon}
            tried={state.coupon}
            error={couponError}
            isBusy={query.isFetching}
            onApply={(code) => change({ coupon: code })}
          />
        )}
      </Card>
      <Card title={t("payment")}>
        {begun ? (
          <GatewayStep begun={begun} onBack={() => setBegun(null)} />
        ) : (
          <PaymentStep
            preview={preview}
            cart={{ lines, coupon }}
            state={state}
            onOrder={(order, form) => {
              if (form) setBegun({ order, form });
              change({ begun: order.id });
            }}
          />
        )}
      </Card>
    </div>
  );
}

/** A coupon that does not count is told at its field, and the prices are those without it. */
function usePreview(lines: CartInput["lines"], coupon: string | undefined) {
  const query = useQuery(previewQuery({ lines, ...(coupon ? { coupon } : {}) }));
  const couponError = isApiError(query.error) ? query.error.fields.coupon?.[0] : undefined;
  const plain = useQuery({ ...previewQuery({ lines }), enabled: couponError !== undefined });
  return couponError === undefined
    ? { preview: query.data, couponError, query }
    : { preview: plain.data, couponError, query: plain };
}

function CannotBuy({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) {
  const { t } = useTranslation("billing_checkout");
  if (!isApiError(query.error) || query.error.status !== 409)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Card>
      <EmptyState
        title={t("cannot_buy")}
        action={
          <LinkButton to="/financial-transaction/active-subscribtions">{t("see_subscription")}</LinkButton>
        }
      >
        {query.error.message}
      </EmptyState>
    </Card>
  );
}
