import { z } from "zod";
import { requiredText } from "#base/shared/contract.ts";
import { changesByValue, comparisons, targets } from "#modules/rules/contract/enums.ts";
import { ruleNameMax } from "#modules/rules/contract/guardrails.ts";
import { advisedActions } from "./consultations-enums.ts";

/**
 * A control rule of one campaign, as far as a consultant proposes it. `value` is in hundredths for `roas` (1.20x is 120)
 * and in halalas of the whole window for `sales` and `spend`, as in rules.
 */
export const advisedRule = z
  .object({
    name: requiredText(ruleNameMax),
    target: z.enum(targets),
    comparison: z.enum(comparisons),
    value: z.number().int().min(1).max(100_000_000),
    action: z.enum(advisedActions),
    /** Only of a budget that is raised or lowered. */
    change_percent: z.number().int().min(1).max(100).nullable(),
    window_days: z.number().int().min(1).max(30),
  })
  .superRefine((rule, issues) => {
    if (changesByValue(rule) && rule.change_percent === null)
      issues.addIssue({ code: "custom", path: ["change_percent"], message: "base:field_required" });
  });
export type AdvisedRule = z.output<typeof advisedRule>;

export const advisedAd = z.object({ headline: requiredText(80), text: requiredText(500) });
export type AdvisedAd = z.output<typeof advisedAd>;
