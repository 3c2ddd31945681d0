import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { Mode } from "../contract/enums.ts";
import { computeBudget, type DecidingRule } from "./decide.ts";

/** A rule that is on, with the campaigns it reaches now. One on trial changes no budget. */
export type ProvenRule = Pick<ControlRuleFields, "window_days" | "stage"> &
  DecidingRule & { id: string; mode: Mode; reached: readonly string[] };

export type ProvenCampaign = { id: string; dailyBudgetHalalas: number; minimumBudgetHalalas: number };

/** What all rules together may do to a merchant's campaigns. */
export type Ceilings = {
  /** By how much all rules may raise daily budgets in one day. */
  raiseHalalas: number;
  /** The daily budget that no rule should lead to; null when the merchant set none. */
  budgetHalalas: number | null;
};

export type Finding =
  /** Both can act on one campaign at one evaluation, one up and one down. */
  | { kind: "opposite"; rules: [string, string]; campaigns: string[] }
  /** Each makes the other's condition true: a budget that goes up and down for ever. */
  | { kind: "loop"; rules: [string, string]; campaigns: string[] }
  /** No figures can make it act. */
  | { kind: "never"; rule: string }
  /** The highest daily budget that the rules can lead to in seven days. */
  | { kind: "reach"; campaign: string; from_halalas: number; to_halalas: number }
  | { kind: "over_ceiling"; campaign: string; to_halalas: number; ceiling_halalas: number };

export const reachDays = 7;
const dayHours = 24;

/** Looks at all rules that are on together. Findings of campaigns stand in the campaigns' order. */
export function prove(
  rules: readonly ProvenRule[],
  campaigns: readonly ProvenCampaign[],
  ceilings: Ceilings,
): Finding[] {
  return [
    ...rules.filter((rule) => !canFire([rule])).map(({ id }): Finding => ({ kind: "never", rule: id })),
    ...listPairs(rules).flatMap(findConflict),
    ...campaigns.flatMap((campaign) => findReach(rules, campaign, ceilings)),
  ];
}

const listPairs = (rules: readonly ProvenRule[]) =>
  rules.flatMap((one, index) => rules.slice(index + 1).map((other) => [one, other] as const));

function findConflict([one, other]: readonly [ProvenRule, ProvenRule]): Finding[] {
  const campaigns = one.reached.filter((id) => other.reached.includes(id));
  if (campaigns.length === 0 || !areOpposite(one, other)) return [];
  const rules: [string, string] = [one.id, other.id];
  if (canFire([one, other])) return [{ kind: "opposite", rules, campaigns }];
  return feedEachOther(one, other) ? [{ kind: "loop", rules, campaigns }] : [];
}

const isRaise = ({ action }: Pick<ProvenRule, "action">): boolean => action === "increase_budget";
const areOpposite = (one: ProvenRule, other: ProvenRule): boolean => isRaise(one) !== isRaise(other);

/** Spending follows the budget: what cuts above one amount and raises below another swings between the two. */
function feedEachOther(one: ProvenRule, other: ProvenRule): boolean {
  const [raise, cut] = isRaise(one) ? [one, other] : [other, one];
  return (
    cut.action === "decrease_budget" &&
    raise.target === "spend" &&
    raise.comparison === "less" &&
    cut.target === "spend" &&
    cut.comparison === "greater"
  );
}

/** Bounds of a figure, both open: what equals a bound meets no condition. */
type Bounds = { above: number; below: number };
const unbounded = (): Bounds => ({ above: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY });

/**
 * Whether one campaign's figures can meet the conditions of all these rules at once. Figures of different windows or
 * stages are taken as independent, except that none is below zero: it says "yes" rather than miss a conflict.
 */
export function canFire(rules: readonly ProvenRule[]): boolean {
  const groups = Map.groupBy(rules, ({ window_days, stage }) => `${window_days}:${stage}`);
  return [...groups.values()].every(areSatisfiable);
}

/** Spend, sales and their ratio in one window: the ratio's range must meet that of sales over spend. */
function areSatisfiable(rules: readonly ProvenRule[]): boolean {
  const bounds = { spend: unbounded(), sales: unbounded(), roas: unbounded() };
  for (const { target, comparison, value } of rules) {
    const one = bounds[target];
    if (comparison === "greater") one.above = Math.max(one.above, value);
    else one.below = Math.min(one.below, value);
  }
  // Amounts are whole halalas from zero on, and a rule needs its minimum spend: the least and the most of each.
  const least = Math.max(0, ...rules.map(({ min_spend_halalas }) => min_spend_halalas));
  const needsRatio = rules.some(({ target }) => target === "roas");
  const spend = {
    from: Math.max(needsRatio ? 1 : 0, least, bounds.spend.above + 1),
    to: bounds.spend.below - 1,
  };
  const sales = { from: Math.max(0, bounds.sales.above + 1), to: bounds.sales.below - 1 };
  if (spend.from > spend.to || sales.from > sales.to) return false;
  if (!needsRatio) return true;
  const ratio = { from: Math.max(0, bounds.roas.above + 1), to: bounds.roas.below - 1 };
  if (ratio.from > ratio.to) return false;
  // Hundredths, rounded as the evaluation rounds: the lowest return is the least sales over the most spend.
  const lowest = spend.to === Number.POSITIVE_INFINITY ? 0 : (sales.from * 100) / spend.to;
  const highest = (sales.to * 100) / spend.from;
  return lowest < ratio.to + 0.5 && highest >= ratio.from - 0.5;
}

function findReach(rules: readonly ProvenRule[], campaign: ProvenCampaign, ceilings: Ceilings): Finding[] {
  const raising = rules.filter(
    (rule) => rule.mode === "live" && isRaise(rule) && rule.reached.includes(campaign.id) && canFire([rule]),
  );
  if (raising.length === 0) return [];
  const to = computeHighest(raising, campaign, ceilings);
  const found: Finding[] = [
    { kind: "reach", campaign: campaign.id, from_halalas: campaign.dailyBudgetHalalas, to_halalas: to },
  ];
  const { budgetHalalas: ceiling } = ceilings;
  if (ceiling !== null && to > ceiling)
    found.push({ kind: "over_ceiling", campaign: campaign.id, to_halalas: to, ceiling_halalas: ceiling });
  return found;
}

/**
 * No daily budget in seven days is higher, whenever which rule acts: each time the one that raises most. A change waits
 * for its rule's cooldown and counts among the campaign's changes of the day.
 */
export function computeHighest(
  raising: readonly ProvenRule[],
  { dailyBudgetHalalas, minimumBudgetHalalas }: ProvenCampaign,
  { raiseHalalas }: Pick<Ceilings, "raiseHalalas">,
): number {
  let budget = dailyBudgetHalalas;
  for (let day = 0; day < reachDays; day += 1) {
    let left = raiseHalalas;
    for (let acts = 0; ; acts += 1) {
      const raises = raising
        .filter((rule) => acts < countActsOfDay(rule))
        .map((rule) => computeBudget(rule, { dailyBudgetHalalas: budget, minimumBudgetHalalas }) - budget)
        .filter((raise) => raise > 0);
      // Smaller raises may use up what a larger one would leave.
      const most = Math.min(left, Math.max(0, ...raises));
      if (most === 0) break;
      budget += most;
      left -= most;
    }
  }
  return budget;
}

const countActsOfDay = ({ cooldown_hours, max_acts_per_day }: ProvenRule): number =>
  Math.min(max_acts_per_day, Math.ceil(dayHours / cooldown_hours));
