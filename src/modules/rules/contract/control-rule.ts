import { z } from "zod";
import { halalasSchema, requiredText } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import {
  actions,
  askChannels,
  bases,
  changeUnits,
  comparisons,
  joins,
  reaches,
  schedules,
  stages,
  targets,
} from "./enums.ts";
import { moreConditionsMax, ruleNameMax } from "./guardrails.ts";

export const id = z.string().max(60);
const positive = halalasSchema.min(1).max(100_000_000_000);

const hour = z.number().int().min(0).max(23);

/**
 * `value` is in hundredths for `roas` (1.20x is 120), in halalas of the whole window for `sales` and `spend`. On the
 * basis `own_week` it is whole percent of what the campaign had, a day, in the seven days before the window.
 */
const condition = {
  target: z.enum(targets),
  comparison: z.enum(comparisons),
  basis: z.enum(bases).default("value"),
  value: positive,
};
/** A condition as it was when a rule looked, with what it saw. */
export const seenCondition = z.object({
  join: z.enum(joins).nullable(),
  ...condition,
  basis: z.enum(bases),
  /** In the unit of `value`; null when there was nothing to compare. */
  seen: z.number().int().nullable(),
  is_met: z.boolean(),
});
export type SeenCondition = z.output<typeof seenCondition>;
const furtherCondition = z.object({ join: z.enum(joins), ...condition });
export type FurtherCondition = z.output<typeof furtherCondition>;

/**
 * What a merchant sets of a control rule. All its conditions look at one window. The window is whole Riyadh days up to yesterday: today is not over.
 */
export const controlRuleFields = z.object({
  name: requiredText(ruleNameMax),
  ...condition,
  more_conditions: z.array(furtherCondition).max(moreConditionsMax).default([]),
  action: z.enum(actions),
  /** By how much a budget changes: whole percent or halalas; null for a rule that changes none by itself. */
  change_unit: z.enum(changeUnits).nullable(),
  change_value: positive.nullable(),
  window_days: z.number().int().min(1).max(30),
  stage: z.enum(stages),
  /** Fewer figures than these prove nothing: the campaign is left as it is. */
  min_spend_halalas: halalasSchema.min(0).max(100_000_000_000),
  min_clicks: z.number().int().min(0).max(1_000_000),
  reach: z.enum(reaches),
  platform: z.enum(platforms).nullable(),
  /** Of a rule for one product of the merchant's stores: all campaigns that lead to its page. */
  product_id: id.nullable().default(null),
  campaign_ids: z.array(id).max(100),
  schedule: z.enum(schedules),
  /** Of a daily rule: the hour in Riyadh, 0 to 23. */
  at_hour: hour.nullable(),
  /** Of any other: only from this hour of Riyadh up to that one, over midnight when that is earlier; null all day. */
  hours_from: hour.nullable().default(null),
  hours_to: hour.nullable().default(null),
  /** Only on days of this season. */
  season: z.enum(seasonKeys).nullable().default(null),
  /** Asks the merchant by this channel before each act; null acts by itself. */
  ask_channel: z.enum(askChannels).nullable().default(null),
  cooldown_hours: z.number().int().min(1).max(168),
  max_acts_per_day: z.number().int().min(1).max(10),
  max_change_percent: z.number().int().min(1).max(100),
});
export type ControlRuleFields = z.output<typeof controlRuleFields>;
