import type { Problem } from "#base/shared/refusals.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { changesByValue } from "../contract/enums.ts";

type Code =
  | "rules.change_missing"
  | "rules.change_too_large"
  | "rules.platform_missing"
  | "rules.product_missing"
  | "rules.campaigns_missing"
  | "rules.hour_missing"
  | "rules.hours_wrong";

/** What is wrong between a rule's fields, beyond what each may hold. */
export function checkRule(rule: ControlRuleFields): Problem<Code>[] {
  const problems: Problem<Code>[] = [];
  const wrong = (code: Code, field: keyof ControlRuleFields) => problems.push({ code, params: {}, field });
  if (changesByValue(rule)) {
    if (rule.change_unit === null || rule.change_value === null)
      wrong("rules.change_missing", "change_value");
    else if (rule.change_unit === "percent" && rule.change_value > 100)
      wrong("rules.change_too_large", "change_value");
  }
  if (rule.reach === "platform" && rule.platform === null) wrong("rules.platform_missing", "platform");
  if (rule.reach === "product" && rule.product_id === null) wrong("rules.product_missing", "product_id");
  if (rule.reach === "campaigns" && rule.campaign_ids.length === 0)
    wrong("rules.campaigns_missing", "campaign_ids");
  if (rule.schedule === "daily" && rule.at_hour === null) wrong("rules.hour_missing", "at_hour");
  if (rule.hours_from === null ? rule.hours_to !== null : rule.hours_to === null)
    wrong("rules.hours_wrong", rule.hours_from === null ? "hours_from" : "hours_to");
  else if (rule.hours_from !== null && rule.hours_from === rule.hours_to)
    wrong("rules.hours_wrong", "hours_to");
  return problems;
}

/** A rule without what its kind has no use for: the change of a stop, the campaigns of one for all. */
export const tidyRule = (rule: ControlRuleFields): ControlRuleFields => ({
  ...rule,
  ...(changesByValue(rule) ? {} : { change_unit: null, change_value: null }),
  platform: rule.reach === "platform" ? rule.platform : null,
  product_id: rule.reach === "product" ? rule.product_id : null,
  campaign_ids: rule.reach === "campaigns" ? [...new Set(rule.campaign_ids)] : [],
  ...(rule.schedule === "daily" ? { hours_from: null, hours_to: null } : { at_hour: null }),
});
