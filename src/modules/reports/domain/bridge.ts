import type { ClaimRules } from "#modules/ad-accounts/contract/claims.ts";
import type { BridgeStepName } from "../contract/bridge.ts";

/** A number of orders and their halalas. */
export type Amount = { orders: number; halalas: number };

/** What is known of one campaign in a period. */
export type CampaignFacts = {
  campaignId: string;
  rules: ClaimRules;
  /** What its platform says it sold, and what of that after views; all of it zero where it says nothing. */
  claimed: Amount;
  views: Amount;
  /** Orders that a second witness ascribes to it, and the first to another platform. */
  rival: Amount;
  /** Orders it brought whose click or purchase lies on the other side of the period's edge. */
  placedAfter: Amount;
  clickedBefore: Amount;
  /** Orders that links and coupons prove, cancelled ones included, and what became of them. */
  proven: Amount;
  cancelled: Amount;
  refused: Amount;
  /** Orders of which something came back, and how much. */
  returned: Amount;
  /** Orders still open, and what of them is expected to be delivered. */
  open: Amount;
  expected: Amount;
};

/**
 * A step: `halalas` are signed, except in the three sums. `orders` is null where nobody can count them: the platform
 * names no orders.
 */
export type BridgeStep = { step: BridgeStepName; halalas: number; orders: number | null };

export type Bridge = {
  /** In their order; steps of nothing are left out, sums never. Without claims the way begins at what is proven. */
  steps: BridgeStep[];
  /** The campaigns whose orders a step lists. */
  listed: { two_platforms: string[]; placed_after: string[]; clicked_before: string[] };
};

export const nothing: Amount = { orders: 0, halalas: 0 };
export const addAmounts = (one: Amount, other: Amount): Amount => ({
  orders: one.orders + other.orders,
  halalas: one.halalas + other.halalas,
});

/**
 * Leads from the claims of campaigns to what was delivered of the orders that are proven, additive to the halala. For
 * each campaign what can be explained is taken from its claim in order: views, where its platform tells them apart;
 * orders that another platform can claim as well; and, where the platform dates a sale by its click, orders that lie on
 * the other side of the period's edge. A platform that claims less than such orders cannot have claimed them all: they
 * explain nothing then. What is left beyond the proven orders is unnamed, because platforms name no orders; where less
 * is left, orders are proven that it does not claim. `hasClaims` is false where claims cannot be narrowed like orders.
 */
export function computeBridge(campaigns: readonly CampaignFacts[], { hasClaims = true } = {}): Bridge {
  const sums = new Map<BridgeStepName, Amount>();
  const listed: Bridge["listed"] = { two_platforms: [], placed_after: [], clicked_before: [] };
  const add = (step: BridgeStepName, amount: Amount, sign = 1) =>
    sums.set(step, addAmounts(sums.get(step) ?? nothing, { ...amount, halalas: sign * amount.halalas }));
  for (const facts of campaigns) {
    if (hasClaims) {
      const explained = explainClaim(facts);
      add("claimed", facts.claimed);
      for (const { step, amount, sign } of explained.steps) {
        add(step, amount, sign);
        if (step in listed) listed[step as keyof typeof listed].push(facts.campaignId);
      }
      add(explained.rest > 0 ? "unnamed" : "not_claimed", { orders: 0, halalas: -explained.rest });
    }
    add("proven", facts.proven);
    add("cancelled", facts.cancelled, -1);
    add("refused", facts.refused, -1);
    add("returned", facts.returned, -1);
    const notExpected = facts.open.halalas - facts.expected.halalas;
    add("not_expected", { orders: facts.open.orders, halalas: notExpected }, -1);
    add("delivered", toDelivered(facts));
  }
  const order = hasClaims ? stepOrder : stepOrder.slice(stepOrder.indexOf("proven"));
  const steps = order.map((step): BridgeStep => {
    const { orders, halalas } = sums.get(step) ?? nothing;
    return { step, halalas, orders: unnamedSteps.has(step) ? null : orders };
  });
  return { steps: steps.filter(({ step, halalas }) => sumSteps.has(step) || halalas !== 0), listed };
}

const stepOrder: readonly BridgeStepName[] = [
  "claimed",
  "view_through",
  "two_platforms",
  "placed_after",
  "clicked_before",
  "unnamed",
  "not_claimed",
  "proven",
  "cancelled",
  "refused",
  "returned",
  "not_expected",
  "delivered",
];
const sumSteps: ReadonlySet<BridgeStepName> = new Set(["claimed", "proven", "delivered"]);
const unnamedSteps: ReadonlySet<BridgeStepName> = new Set(["unnamed", "not_claimed"]);

type Explained = { step: BridgeStepName; amount: Amount; sign: 1 | -1 };

/** What explains a campaign's claim, and what is left of it beyond the proven orders (negative: less than these). */
function explainClaim(facts: CampaignFacts): { steps: Explained[]; rest: number } {
  const { rules, claimed, views, rival, placedAfter, clickedBefore, proven } = facts;
  const steps: Explained[] = [];
  let left = claimed.halalas;
  const take = (step: BridgeStepName, amount: Amount) => {
    if (amount.halalas <= 0 || amount.halalas > left) return;
    steps.push({ step, amount, sign: -1 });
    left -= amount.halalas;
  };
  if (rules.viewThrough === "told") take("view_through", views);
  take("two_platforms", rival);
  if (rules.datedBy === "click" && claimed.halalas > 0) {
    take("placed_after", placedAfter);
    if (clickedBefore.halalas > 0) {
      steps.push({ step: "clicked_before", amount: clickedBefore, sign: 1 });
      left += clickedBefore.halalas;
    }
  }
  return { steps, rest: left - proven.halalas };
}

/** What of the proven orders was delivered or is expected to be, less what came back. */
export function toDelivered({ proven, cancelled, refused, returned, open, expected }: CampaignFacts): Amount {
  const lost = cancelled.halalas + refused.halalas + returned.halalas + open.halalas - expected.halalas;
  return {
    orders: proven.orders - cancelled.orders - refused.orders - open.orders + expected.orders,
    halalas: proven.halalas - lost,
  };
}
