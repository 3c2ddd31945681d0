import type { ServerForm } from "#base/web/forms/form.ts";
import type { ControlRuleFields, FurtherCondition } from "../contract/control-rule.ts";

type NumberFields =
  | "value"
  | "window_days"
  | "min_spend_halalas"
  | "min_clicks"
  | "cooldown_hours"
  | "max_acts_per_day"
  | "max_change_percent";

export type ConditionDraft = Omit<FurtherCondition, "value"> & { value: number | null };
/** A rule while it is typed: a number that is not one is null. */
export type RuleDraft = Omit<ControlRuleFields, NumberFields | "more_conditions"> &
  Record<NumberFields, number | null> & { more_conditions: ConditionDraft[] };
export type RuleForm = ServerForm<RuleDraft>;

/** The rule as it would be saved; a number that is missing keeps its first value, and is refused when it is sent. */
export function toRule(draft: RuleDraft, initial: ControlRuleFields): ControlRuleFields {
  const numbers = {
    value: draft.value ?? initial.value,
    window_days: draft.window_days ?? initial.window_days,
    min_spend_halalas: draft.min_spend_halalas ?? 0,
    min_clicks: draft.min_clicks ?? 0,
    cooldown_hours: draft.cooldown_hours ?? initial.cooldown_hours,
    max_acts_per_day: draft.max_acts_per_day ?? initial.max_acts_per_day,
    max_change_percent: draft.max_change_percent ?? initial.max_change_percent,
  };
  const more_conditions = draft.more_conditions.map((one) => ({
    ...one,
    value: one.value ?? toFirstValue(one),
  }));
  return { ...draft, ...numbers, more_conditions };
}

/** What a condition's value begins with. */
export function toFirstValue({ target, basis }: Pick<FurtherCondition, "target" | "basis">): number {
  if (basis === "own_week") return 70;
  return target === "roas" ? 120 : 500_00;
}
