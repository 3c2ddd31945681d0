import type { ControlRuleFields } from "../contract/control-rule.ts";
import { guardrailDefaults } from "../contract/guardrails.ts";
import type { ControlRule } from "../contract/rules.calls.ts";

/** What every rule begins with. */
export const newRule: ControlRuleFields = {
  ...guardrailDefaults,
  name: "",
  target: "roas",
  comparison: "less",
  value: 120,
  action: "stop_campaign",
  change_unit: null,
  change_value: null,
  window_days: 3,
  // What was ordered yesterday is delivered days later: a new campaign would look like a losing one.
  stage: "placed",
  reach: "all",
  platform: null,
  campaign_ids: [],
  schedule: "hourly",
  at_hour: null,
};

export const readyKinds = ["stop_loser", "raise_winner", "cut_weak"] as const;
export type ReadyKind = (typeof readyKinds)[number];

/** Rules to start from; their names are texts. */
export const readyRules: Readonly<Record<ReadyKind, ControlRuleFields>> = {
  stop_loser: newRule,
  raise_winner: {
    ...newRule,
    comparison: "greater",
    value: 300,
    action: "increase_budget",
    change_unit: "percent",
    change_value: 15,
    cooldown_hours: 24,
    schedule: "daily",
    at_hour: 10,
  },
  cut_weak: {
    ...newRule,
    value: 150,
    action: "decrease_budget",
    change_unit: "percent",
    change_value: 20,
    window_days: 7,
    cooldown_hours: 24,
    schedule: "daily",
    at_hour: 10,
  },
};

/** What the merchant set of a rule, without what the product adds. */
export const toFields = (rule: ControlRule): ControlRuleFields =>
  Object.fromEntries(
    (Object.keys(newRule) as (keyof ControlRuleFields)[]).map((name) => [name, rule[name]]),
  ) as ControlRuleFields;
