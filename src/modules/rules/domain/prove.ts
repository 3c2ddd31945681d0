import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { Mode } from "../contract/enums.ts";
import { type Condition, toGroups } from "./conditions.ts";
import { computeBudget, type DecidingRule } from "./decide.ts";

/** A rule that is on, with the campaigns it reaches now. One on trial changes no budget. */
export type ProvenRule = Pick<ControlRuleFields, "window_days" | "stage"> &
  DecidingRule & { id: string; mode: Mode; reached: readonly string[] };

export type ProvenCampaign = {
  id: string;
  dailyBudgetHalalas: number;
  minimumBudgetHalalas: number;
  /** The budget before rules changed it; null when they did not. */
  restoreToHalalas: number | null;
};

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
  if (!areOpposite(one, other)) return [];
  const others = new Set(other.reached);
  const campaigns = one.reached.filter((id) => others.has(id));
  if (campaigns.length === 0) return [];
  const rules: [string, string] = [one.id, other.id];
  if (canFire([one, other])) return [{ kind: "opposite", rules, campaigns }];
  return feedEachOther(one, other) ? [{ kind: "loop", rules, campaigns }] : [];
}

type Acting = Pick<ProvenRule, "action">;
export const canRaise = ({ action }: Acting): boolean =>
  action === "increase_budget" || action === "restore_budget";
const canCut = ({ action }: Acting): boolean => action !== "increase_budget";
/** One can go up while the other goes down; the way back goes either way. */
const areOpposite = (one: ProvenRule, other: ProvenRule): boolean =>
  one.action !== other.action && ((canRaise(one) && canCut(other)) || (canCut(one) && canRaise(other)));

/** Spending follows the budget: what cuts above one amount and raises below another swings between the two. */
const feedEachOther = (one: ProvenRule, other: ProvenRule): boolean =>
  swings(one, other) || swings(other, one);

function swings(raise: ProvenRule, cut: ProvenRule): boolean {
  const watchesSpend = (rule: ProvenRule, comparison: Condition["comparison"]) =>
    toGroups(rule)
      .flat()
      .some((one) => one.target === "spend" && one.comparison === comparison);
  const isCut = cut.action === "decrease_budget" || cut.action === "restore_budget";
  return canRaise(raise) && isCut && watchesSpend(raise, "less") && watchesSpend(cut, "greater");
}

/** Bounds of a figure, both open: what equals a bound meets no condition. */
type Bounds = { above: number; below: number };
const unbounded = (): Bounds => ({ above: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY });

/** One of a rule's groups of conditions, all to be met, with what else it needs. */
type Chosen = Pick<ProvenRule, "window_days" | "stage" | "min_spend_halalas"> & { conditions: Condition[] };

/**
 * Whether one campaign's figures can meet one group of conditions of each of these rules at once. Figures of different
 * windows or stages, and those of the week before, are taken as independent, except that none is below zero: it says
 * "yes" rather than miss a conflict.
 */
export const canFire = (rules: readonly ProvenRule[]): boolean => canChoose(rules, []);

function canChoose([rule, ...others]: readonly ProvenRule[], chosen: readonly Chosen[]): boolean {
  if (rule === undefined) {
    const groups = Map.groupBy(chosen, ({ window_days, stage }) => `${window_days}:${stage}`);
    return [...groups.values()].every(areSatisfiable);
  }
  const { window_days, stage, min_spend_halalas } = rule;
  return toGroups(rule).some((conditions) =>
    canChoose(others, [...chosen, { window_days, stage, min_spend_halalas, conditions }]),
  );
}

/** Spend, sales and their ratio in one window: the ratio's range must meet that of sales over spend. */
function areSatisfiable(chosen: readonly Chosen[]): boolean {
  const bounds = { spend: unbounded(), sales: unbounded(), roas: unbounded() };
  const ofWeek = { spend: unbounded(), sales: unbounded(), roas: unbounded() };
  const conditions = chosen.flatMap(({ conditions }) => conditions);
  for (const { target, comparison, basis, value } of conditions) {
    const one = (basis === "value" ? bounds : ofWeek)[target];
    if (comparison === "greater") one.above = Math.max(one.above, value);
    else one.below = Math.min(one.below, value);
  }
  if (Object.values(ofWeek).some(({ above, below }) => Math.max(0, above + 1) > below - 1)) return false;
  // Amounts are whole halalas from zero on, and a rule needs its minimum spend: the least and the most of each.
  const least = Math.max(0, ...chosen.map(({ min_spend_halalas }) => min_spend_halalas));
  const needsRatio = conditions.some(({ target }) => target === "roas");
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

/** The way back leads no further than to the budget before, whatever rules change until then. */
const canLift = ({ action }: Acting, { dailyBudgetHalalas, restoreToHalalas }: ProvenCampaign): boolean =>
  action === "increase_budget" ||
  (action === "restore_budget" && (restoreToHalalas ?? 0) > dailyBudgetHalalas);

function findReach(rules: readonly ProvenRule[], campaign: ProvenCampaign, ceilings: Ceilings): Finding[] {
  const raising = rules.filter(
    (rule) =>
      rule.mode === "live" &&
      canLift(rule, campaign) &&
      rule.reached.includes(campaign.id) &&
      canFire([rule]),
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
  { dailyBudgetHalalas, ...campaign }: ProvenCampaign,
  { raiseHalalas }: Pick<Ceilings, "raiseHalalas">,
): number {
  let budget = dailyBudgetHalalas;
  for (let day = 0; day < reachDays; day += 1) {
    let left = raiseHalalas;
    for (let acts = 0; ; acts += 1) {
      const raises = raising
        .filter((rule) => acts < countActsOfDay(rule))
        .map((rule) => computeBudget(rule, { ...campaign, dailyBudgetHalalas: budget }) - budget)
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
