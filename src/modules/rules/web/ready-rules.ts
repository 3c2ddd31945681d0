import type { ControlRuleFields } from "../contract/control-rule.ts";
import { guardrailDefaults } from "../contract/guardrails.ts";
import type { ControlRule } from "../contract/rules.calls.ts";

/** What every rule begins with. */
export const newRule: ControlRuleFields = {
  ...guardrailDefaults,
  name: "",
  target: "roas",
  comparison: "less",
  basis: "value",
  value: 120,
  more_conditions: [],
  action: "stop_campaign",
  change_unit: null,
  change_value: null,
  window_days: 3,
  // What was ordered yesterday is delivered days later: a new campaign would look like a losing one.
  stage: "placed",
  reach: "all",
  platform: null,
  product_id: null,
  campaign_ids: [],
  schedule: "hourly",
  at_hour: null,
  hours_from: null,
  hours_to: null,
  season: null,
  ask_channel: null,
};

export const readyKinds = [
  "stop_loser",
  "stop_no_orders",
  "raise_winner",
  "cut_weak",
  "pause_drop",
  "hold_before_eid",
] as const;
export type ReadyKind = (typeof readyKinds)[number];

/** Rules to start from; their names are texts. */
export const readyRules: Readonly<Record<ReadyKind, ControlRuleFields>> = {
  stop_no_orders: {
    ...newRule,
    target: "sales",
    value: 100,
    window_days: 2,
    min_spend_halalas: 150_00,
  },
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
  pause_drop: {
    ...newRule,
    basis: "own_week",
    value: 60,
    more_conditions: [{ join: "and", target: "roas", comparison: "less", basis: "value", value: 200 }],
    action: "pause_until_tomorrow",
    window_days: 2,
    schedule: "daily",
    at_hour: 10,
  },
  // Before Eid every shop bids: spending runs ahead of what it brings back.
  hold_before_eid: {
    ...newRule,
    target: "spend",
    comparison: "greater",
    basis: "own_week",
    value: 120,
    more_conditions: [{ join: "and", target: "roas", comparison: "less", basis: "value", value: 200 }],
    action: "decrease_budget",
    change_unit: "percent",
    change_value: 15,
    window_days: 2,
    cooldown_hours: 24,
    schedule: "daily",
    at_hour: 10,
    season: "eid_al_fitr",
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
