import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import type { SubscriptionView } from "../billing-calls.ts";
import { CurrentPlanCard } from "./current-plan-card.tsx";
import { OpenedCard } from "./opened-card.tsx";
import { PaymentUnderWay } from "./payment-under-way.tsx";
import { PeriodsCard } from "./periods-card.tsx";
import { PlansSection } from "./plans-section.tsx";
import { RenewalMethodCard } from "./renewal-method-card.tsx";
import classes from "./subscription.module.css";
import { useSubscription } from "./subscription.queries.ts";
import { SubscriptionNotices } from "./subscription-notices.tsx";

/** The merchant's plan, what happens to it next, and every change of it. */
export function SubscriptionPage() {
  const { t } = useTranslation("billing_subscription");
  const query = useSubscription();
  return (
    <div className={classes.page}>
      <PageHeader title={t("title")} lead={t("lead")} />
      <QueryBoundary query={query} fallback={<SkeletonCards count={2} />}>
        {(view) => <Body view={view} />}
      </QueryBoundary>
    </div>
  );
}

function Body({ view }: { view: SubscriptionView }) {
  const { subscription } = view;
  const isLiving = subscription !== null && subscription.state !== "expired";
  const renews = subscription?.state === "active" || subscription?.state === "past_due";
  return (
    <>
      <SubscriptionNotices view={view} />
      {subscription ? <PaymentUnderWay subscription={subscription} /> : null}
      <div className={classes.split}>
        <CurrentPlanCard view={view} />
        {isLiving ? <OpenedCard subscription={subscription} /> : null}
        {renews ? <RenewalMethodCard subscription={subscription} /> : null}
      </div>
      <PlansSection subscription={subscription} />
      {subscription ? <PeriodsCard /> : null}
    </>
  );
}
