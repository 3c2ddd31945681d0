import type { Duration, SubscriptionState } from "../../contract/enums.ts";
import { compareTerms } from "../../domain/plan-change.ts";
import type { Plan, Subscription } from "../billing-calls.ts";

/**
 * What a plan's button does: buys it at the checkout, moves to it now, chooses it for the next period, or nothing: it is
 * the plan that runs, it is chosen already, or a cancelled subscription has to be resumed first.
 */
export type PlanChoice = "buy" | "upgrade" | "downgrade" | "current" | "planned" | "resume_first";

/** In a trial, or while a renewal is not paid, a purchase begins a period of its own. */
const buyingStates: readonly SubscriptionState[] = ["trial", "past_due", "expired"];

type Current = Pick<Subscription, "state" | "plan" | "duration_months" | "planned_change">;

export function findPlanChoice(
  subscription: Current | null,
  { plan, months, plans }: { plan: Plan; months: Duration; plans: readonly Plan[] },
): PlanChoice {
  if (!subscription || buyingStates.includes(subscription.state)) return "buy";
  if (subscription.state === "cancelled") return "resume_first";
  const { planned_change: planned, duration_months } = subscription;
  if (planned?.plan_version_id === plan.id && planned.duration_months === months) return "planned";
  const change = compareTerms(
    { position: findPosition(plans, subscription.plan), duration_months: duration_months ?? 1 },
    { position: findPosition(plans, plan), duration_months: months },
  );
  return change === "same" ? "current" : change;
}

/** A plan's place from the smallest to the largest; one that is no longer sold stands by its price. */
function findPosition(plans: readonly Plan[], plan: Plan): number {
  const index = plans.findIndex(({ code }) => code === plan.code);
  if (index >= 0) return index;
  return plans.filter((each) => monthly(each) < monthly(plan)).length - 0.5;
}

const monthly = ({ prices }: Plan) => prices[0]?.price_halalas ?? 0;
