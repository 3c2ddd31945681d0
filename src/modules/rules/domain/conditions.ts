import type { ControlRuleFields, FurtherCondition } from "../contract/control-rule.ts";
import type { LeaveReason, Target } from "../contract/enums.ts";

/** Sums of whole days of one campaign. */
type Sums = { spend_halalas: number; sales_halalas: number };

/** What a rule looks at of one campaign: sums of the window's days, and when they were last read in full. */
export type Facts = Sums & {
  clicks: number;
  /** How many days the window has. */
  days: number;
  /** Whether the platform reported any day of the window. */
  hasFigures: boolean;
  /** The seven days before the window; null when nothing is known of them. */
  weekBefore: Sums | null;
  /** Until when the account's figures were read; null when they never were. */
  readAt: Date | null;
};

export type Condition = Omit<FurtherCondition, "join">;
export type Conditioned = Condition & Pick<ControlRuleFields, "more_conditions">;

/** A condition of a rule with what it saw; `join` null for the first. */
export type SeenCondition = Condition & { join: FurtherCondition["join"] | null; seen: number | null };

export const weekDays = 7;

/** A rule's conditions as groups: one of them must be met in full. */
export function toGroups({ target, comparison, basis, value, more_conditions }: Conditioned): Condition[][] {
  const groups: Condition[][] = [[{ target, comparison, basis, value }]];
  for (const { join, ...condition } of more_conditions) {
    if (join === "or") groups.push([condition]);
    else groups.at(-1)?.push(condition);
  }
  return groups;
}

/** All conditions of a rule in their order, each with what it sees. */
export function readConditions(rule: Conditioned, facts: Facts): SeenCondition[] {
  const { target, comparison, basis, value, more_conditions } = rule;
  const first = { join: null, target, comparison, basis, value };
  return [first, ...more_conditions].map((one) => ({ ...one, seen: readCondition(one, facts) }));
}

/** Whether the conditions are met; a reason when no figures can say it of any of the groups. */
export function checkConditions(conditions: readonly SeenCondition[], facts: Facts): "met" | LeaveReason {
  const groups: SeenCondition[][] = [];
  for (const one of conditions) {
    if (one.join === "and") groups.at(-1)?.push(one);
    else groups.push([one]);
  }
  if (groups.some((group) => group.every((one) => one.seen !== null && isMet(one, one.seen)))) return "met";
  const unknown = groups.map((group) => group.find(({ seen }) => seen === null));
  const [first] = unknown;
  if (first === undefined || unknown.includes(undefined)) return "not_met";
  return first.basis === "own_week" && readTarget(first.target, facts) !== null
    ? "no_week_before"
    : "nothing_to_divide";
}

/** What a condition compares: hundredths of a return or halalas, or whole percent of the week before; null for none. */
export function readCondition(
  { target, basis }: Pick<Condition, "target" | "basis">,
  facts: Facts,
): number | null {
  const seen = readTarget(target, facts);
  if (basis === "value" || seen === null) return seen;
  const before = facts.weekBefore && readTarget(target, facts.weekBefore);
  if (!before) return null;
  // A return is a ratio already; amounts are compared by the day.
  return target === "roas"
    ? Math.round((seen * 100) / before)
    : Math.round((seen * 100 * weekDays) / (before * facts.days));
}

function readTarget(target: Target, { spend_halalas, sales_halalas }: Sums): number | null {
  if (target === "spend") return spend_halalas;
  if (target === "sales") return sales_halalas;
  return spend_halalas === 0 ? null : Math.round((sales_halalas * 100) / spend_halalas);
}

export const isMet = (
  { comparison, value }: Pick<Condition, "comparison" | "value">,
  seen: number,
): boolean => (comparison === "greater" ? seen > value : seen < value);
