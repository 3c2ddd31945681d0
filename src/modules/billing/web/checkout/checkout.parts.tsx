import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { toCartLines, useCheckoutState } from "./checkout-state.ts";
import { OrderOutcome } from "./order-outcome.parts.tsx";
import { isBought, isUnderWay, useOrder } from "./orders.queries.ts";
import { Purchase } from "./purchase.tsx";

/** Buying what the address names. An order that was begun is continued, and one that is paid shows what it opened. */
export function Checkout() {
  const { t } = useTranslation("billing_checkout");
  const { state, change } = useCheckoutState();
  const begun = useOrder(state.begun);
  const lines = toCartLines(state);
  if (state.begun !== undefined && begun.isPending) return <SkeletonRows count={3} />;
  if (begun.data && (isBought(begun.data) || isUnderWay(begun.data)))
    return (
      <Card>
        <OrderOutcome orderId={begun.data.id} />
      </Card>
    );
  if (lines.length === 0)
    return (
      <Card>
        <EmptyState
          title={t("nothing_chosen")}
          action={
            <Group justify="center">
              <Button component={Link} to="/financial-transaction/active-subscribtions">
                {t("see_plans")}
              </Button>
              <Button component={Link} to="/financial-transaction/services-stock" variant="default">
                {t("see_packages")}
              </Button>
            </Group>
          }
        >
          {t("nothing_chosen_words")}
        </EmptyState>
      </Card>
    );
  return <Purchase state={state} lines={lines} change={change} earlier={begun.data} />;
}
