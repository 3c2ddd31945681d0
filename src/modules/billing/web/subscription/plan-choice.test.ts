import { describe, expect, it } from "vitest";
import type { SubscriptionState } from "../../contract/enums.ts";
import { aPlan, aSubscription } from "../testing/subscription-views.ts";
import { findPlanChoice } from "./plan-choice.ts";

const start = aPlan("start", 9_900);
const growth = aPlan("growth", 24_900);
const pro = aPlan("pro", 59_900);
const plans = [start, growth, pro];

describe("what choosing a plan does", () => {
  it.each<[SubscriptionState, string]>([
    ["trial", "buy"],
    ["past_due", "buy"],
    ["expired", "buy"],
    ["cancelled", "resume_first"],
  ])("while the subscription is %s: %s", (state, choice) => {
    const subscription = aSubscription({ state, plan: growth });
    expect(findPlanChoice(subscription, { plan: pro, months: 1, plans })).toBe(choice);
  });

  it("without a subscription is a purchase", () =>
    expect(findPlanChoice(null, { plan: pro, months: 12, plans })).toBe("buy"));

  it.each([
    [growth, 3, "current"],
    [growth, 6, "upgrade"],
    [growth, 1, "downgrade"],
    [pro, 3, "upgrade"],
    [pro, 1, "downgrade"],
    [start, 12, "downgrade"],
  ] as const)("from growth for 3 months to %o for %i: %s", (plan, months, choice) => {
    const subscription = aSubscription({ plan: growth, duration_months: 3 });
    expect(findPlanChoice(subscription, { plan, months, plans })).toBe(choice);
  });

  it("that is chosen for the next period already is nothing", () => {
    const planned_change = {
      plan_version_id: start.id,
      plan_name: start.name,
      duration_months: 1 as const,
      price_halalas: 9_900,
    };
    const subscription = aSubscription({ plan: growth, planned_change });
    expect(findPlanChoice(subscription, { plan: start, months: 1, plans })).toBe("planned");
  });

  it("from a plan that is no longer sold follows the prices", () => {
    const subscription = aSubscription({ plan: aPlan("old", 30_000) });
    const choose = (plan: typeof pro) => findPlanChoice(subscription, { plan, months: 1, plans });
    expect([choose(growth), choose(pro)]).toEqual(["downgrade", "upgrade"]);
  });
});
