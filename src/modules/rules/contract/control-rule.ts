import { z } from "zod";
import { halalasSchema, requiredText } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { actions, changeUnits, comparisons, reaches, schedules, stages, targets } from "./enums.ts";
import { ruleNameMax } from "./guardrails.ts";

export const id = z.string().max(60);
const positive = halalasSchema.min(1).max(100_000_000_000);

/**
 * What a merchant sets of a control rule. `value` is in hundredths for `roas` (1.20x is 120), in halalas of the whole
 * window for `sales` and `spend`. The window is whole Riyadh days up to yesterday: today is not over.
 */
export const controlRuleFields = z.object({
  name: requiredText(ruleNameMax),
  target: z.enum(targets),
  comparison: z.enum(comparisons),
  value: positive,
  action: z.enum(actions),
  /** By how much a budget changes: whole percent or halalas; null for a rule that stops campaigns. */
  change_unit: z.enum(changeUnits).nullable(),
  change_value: positive.nullable(),
  window_days: z.number().int().min(1).max(30),
  stage: z.enum(stages),
  /** Fewer figures than these prove nothing: the campaign is left as it is. */
  min_spend_halalas: halalasSchema.min(0).max(100_000_000_000),
  min_clicks: z.number().int().min(0).max(1_000_000),
  reach: z.enum(reaches),
  platform: z.enum(platforms).nullable(),
  campaign_ids: z.array(id).max(100),
  schedule: z.enum(schedules),
  /** Of a daily rule: the hour in Riyadh, 0 to 23. */
  at_hour: z.number().int().min(0).max(23).nullable(),
  cooldown_hours: z.number().int().min(1).max(168),
  max_acts_per_day: z.number().int().min(1).max(10),
  max_change_percent: z.number().int().min(1).max(100),
});
export type ControlRuleFields = z.output<typeof controlRuleFields>;
