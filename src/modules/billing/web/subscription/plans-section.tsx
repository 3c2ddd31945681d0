import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { type Duration, durations } from "../../contract/enums.ts";
import type { Plan, Subscription } from "../billing-calls.ts";
import { DowngradeDialog } from "./downgrade-dialog.tsx";
import { PlanCard } from "./plan-card.tsx";
import { findPlanChoice } from "./plan-choice.ts";
import classes from "./subscription.module.css";
import { plansQuery } from "./subscription.queries.ts";
import { useSubscriptionState } from "./subscription-state.ts";
import { UpgradeDialog } from "./upgrade-dialog.tsx";

/** Where links to the plans lead. */
export const plansId = "plans";

/** The plans with their prices by duration, and what choosing each does now. */
export function PlansSection({ subscription }: { subscription: Subscription | null }) {
  const { t } = useTranslation("billing_subscription");
  const { state, change } = useSubscriptionState();
  const months = state.months ?? subscription?.duration_months ?? 1;
  const query = useQuery(plansQuery);
  return (
    <section id={plansId} aria-label={t("plans")}>
      <Card title={t("plans")}>
        <SegmentedControl
          className={classes.durations ?? ""}
          aria-label={t("duration")}
          data={durations.map((each) => ({ value: String(each), label: t("months", { count: each }) }))}
          value={String(months)}
          onChange={(value) => change({ months: Number(value) as Duration })}
        />
        <QueryBoundary query={query} fallback={<SkeletonCards count={3} />}>
          {(plans) =>
            plans.length === 0 ? (
              <EmptyState title={t("no_plans")}>{t("no_plans_words")}</EmptyState>
            ) : (
              <Plans plans={plans} months={months} subscription={subscription} />
            )
          }
        </QueryBoundary>
      </Card>
    </section>
  );
}

type PlansProps = { plans: readonly Plan[]; months: Duration; subscription: Subscription | null };
type Change = { kind: "upgrade" | "downgrade"; plan: Plan };

function Plans({ plans, months, subscription }: PlansProps) {
  const [change, setChange] = useState<Change | null>(null);
  const close = () => setChange(null);
  return (
    <>
      <ul className={classes.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            months={months}
            choice={findPlanChoice(subscription, { plan, months, plans })}
            onChange={(kind) => setChange({ kind, plan })}
          />
        ))}
      </ul>
      {change?.kind === "upgrade" ? (
        <UpgradeDialog plan={change.plan} months={months} onClose={close} />
      ) : null}
      {change?.kind === "downgrade" && subscription ? (
        <DowngradeDialog plan={change.plan} months={months} subscription={subscription} onClose={close} />
      ) : null}
    </>
  );
}
