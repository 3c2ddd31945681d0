import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { LeaveReason } from "../contract/enums.ts";
import {
  type Conditioned,
  checkConditions,
  type Facts,
  readConditions,
  type SeenCondition,
} from "./conditions.ts";

/** A running campaign, as the rule may change it. */
export type Subject = {
  dailyBudgetHalalas: number;
  minimumBudgetHalalas: number;
  /** The budget before rules changed it, while nobody else has since; null when they did not. */
  restoreToHalalas: number | null;
  /** The platform runs it with another budget or status than we set. */
  hasDrift: boolean;
};

/** What rules did to the campaign so far, this rule and all others. */
export type History = { lastActAt: Date | null; actsToday: number };

/** Riyals a day by which all rules together may still raise budgets today. */
export type Allowance = { raiseHalalas: number };

export type Act =
  | { kind: "set_budget"; from_halalas: number; to_halalas: number }
  /** A pause ends the next midnight of Riyadh. */
  | { kind: "pause"; from_halalas: number }
  | { kind: "stop"; from_halalas: number };

/** What was decided, with what each condition saw. */
export type Decision = { conditions: SeenCondition[] } & (
  | { kind: "act"; act: Act }
  | { kind: "leave"; reason: LeaveReason }
);

/** Older figures decide nothing. */
export const staleAfterMs = 3 * 3_600_000;
/** Budgets are set in whole riyals. */
const riyal = 100;

type Input = { facts: Facts; subject: Subject; history: History; allowance: Allowance; now: Date };
export type DecidingRule = Conditioned &
  Pick<
    ControlRuleFields,
    | "action"
    | "change_unit"
    | "change_value"
    | "min_spend_halalas"
    | "min_clicks"
    | "cooldown_hours"
    | "max_acts_per_day"
    | "max_change_percent"
  >;

/**
 * What a rule does to one running campaign now. Missing, stale and empty figures decide nothing, and no act passes a
 * guardrail. Stopping and pausing are not held up by acts before it: a campaign that burns money is stopped whatever was done today.
 */
export function decide(rule: DecidingRule, { facts, subject, history, allowance, now }: Input): Decision {
  const conditions = readConditions(rule, facts);
  const leave = (reason: LeaveReason): Decision => ({ kind: "leave", reason, conditions });

  if (!facts.hasFigures || facts.readAt === null) return leave("no_figures");
  if (now.getTime() - facts.readAt.getTime() > staleAfterMs) return leave("figures_stale");
  if (facts.spend_halalas < rule.min_spend_halalas) return leave("spend_too_small");
  if (facts.clicks < rule.min_clicks) return leave("clicks_too_few");
  const checked = checkConditions(conditions, facts);
  if (checked !== "met") return leave(checked);
  if (subject.hasDrift) return leave("budget_differs");
  const from = subject.dailyBudgetHalalas;
  if (rule.action === "stop_campaign")
    return { kind: "act", act: { kind: "stop", from_halalas: from }, conditions };
  if (rule.action === "pause_until_tomorrow")
    return { kind: "act", act: { kind: "pause", from_halalas: from }, conditions };
  if (rule.action === "restore_budget" && (subject.restoreToHalalas ?? from) === from)
    return leave("nothing_to_restore");

  if (history.lastActAt && now.getTime() - history.lastActAt.getTime() < rule.cooldown_hours * 3_600_000)
    return leave("changed_lately");
  if (history.actsToday >= rule.max_acts_per_day) return leave("acts_used_up");
  const to = computeBudget(rule, subject);
  if (to === from) return leave(from <= subject.minimumBudgetHalalas ? "at_minimum" : "change_too_small");
  if (to - from > allowance.raiseHalalas) return leave("ceiling_reached");
  return { kind: "act", act: { kind: "set_budget", from_halalas: from, to_halalas: to }, conditions };
}

/**
 * The new daily budget in whole riyals: never changed by more than the cap, never lowered below the platform's minimum.
 * The same budget when no whole riyal is left of the change.
 */
export function computeBudget(
  { action, change_unit, change_value, max_change_percent }: DecidingRule,
  {
    dailyBudgetHalalas: from,
    minimumBudgetHalalas: minimum,
    restoreToHalalas: before,
  }: Pick<Subject, "dailyBudgetHalalas" | "minimumBudgetHalalas" | "restoreToHalalas">,
): number {
  const cap = Math.floor((from * max_change_percent) / 100 / riyal) * riyal;
  const lowest = Math.ceil(minimum / riyal) * riyal;
  if (action === "restore_budget") {
    const to = before ?? from;
    return to > from ? Math.min(to, from + cap) : Math.min(from, Math.max(to, from - cap, lowest));
  }
  const value = change_value ?? 0;
  const wanted = change_unit === "percent" ? (from * value) / 100 : value;
  const change = Math.min(Math.floor(wanted / riyal) * riyal, cap);
  if (action === "increase_budget") return from + change;
  return Math.min(from, Math.max(from - change, lowest));
}
