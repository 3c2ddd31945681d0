import { boolean, type FieldTable, integer, type Json, listOf, oneOf, text } from "../shared/field-table.ts";
import { invalid, refused } from "./errors.ts";
import { ENUMS, NAME_MAX, OBJECTIVES } from "./facts.ts";
import { country, minorUnits, time } from "./rules.ts";

/** Marketing API, ad-campaign-group. A create takes only ACTIVE and PAUSED; the other statuses are updates. */
export const statusOnCreate = oneOf(["ACTIVE", "PAUSED"]);
export const statusOnUpdate = oneOf(ENUMS.status);

export const campaignFields: FieldTable = {
  name: { rule: text(NAME_MAX), required: true },
  objective: { rule: oneOf(OBJECTIVES), required: true, immutable: true },
  status: { rule: statusOnUpdate },
  special_ad_categories: { rule: listOf(oneOf(ENUMS.special_ad_categories)), required: true },
  special_ad_category_country: { rule: listOf(country) },
  buying_type: { rule: oneOf(["AUCTION", "RESERVED"]), immutable: true },
  bid_strategy: { rule: oneOf(ENUMS.bid_strategy) },
  daily_budget: { rule: minorUnits },
  lifetime_budget: { rule: minorUnits },
  spend_cap: { rule: integer(1) },
  is_adset_budget_sharing_enabled: { rule: boolean },
  start_time: { rule: time },
  stop_time: { rule: time },
};

/** Checks inside a campaign; `minimum` in minor units of its account. */
export function checkCampaign(campaign: Json, minimum: number): void {
  const categories = campaign.special_ad_categories as string[];
  if (categories.includes("NONE") && categories.length > 1)
    throw invalid("special_ad_categories cannot hold NONE beside others", {
      blame: ["special_ad_categories"],
    });
  checkSingleBudget(campaign);
  checkMinimumBudget(campaign, minimum);
  const hasBudget = toBudget(campaign) !== null;
  if (!hasBudget && campaign.bid_strategy !== undefined)
    throw invalid("bid_strategy needs a budget on the campaign", { blame: ["bid_strategy"] });
  if (!hasBudget && campaign.is_adset_budget_sharing_enabled === undefined)
    throw refused(
      4_834_011,
      "Must specify True or False in is_adset_budget_sharing_enabled field",
      "You must say whether ad sets may share some of their budgets when the campaign has none.",
      ["is_adset_budget_sharing_enabled"],
    );
}

export function toBudget(object: Json): { period: "day" | "lifetime"; amount: number } | null {
  if (typeof object.daily_budget === "number" && object.daily_budget > 0)
    return { period: "day", amount: object.daily_budget };
  if (typeof object.lifetime_budget === "number" && object.lifetime_budget > 0)
    return { period: "lifetime", amount: object.lifetime_budget };
  return null;
}

export function checkSingleBudget(object: Json): void {
  if (object.daily_budget && object.lifetime_budget)
    throw invalid("Only one of daily_budget and lifetime_budget can be set", {
      blame: ["daily_budget", "lifetime_budget"],
    });
}

/** A budget below its currency's minimum is refused, 0 too, and the error states the minimum. */
export function checkMinimumBudget(object: Json, minimum: number): void {
  const field = object.lifetime_budget ? "lifetime_budget" : "daily_budget";
  if (object[field] === undefined || Number(object[field]) >= minimum) return;
  throw refused(1_885_272, "Your budget is too low", `The least is ${(minimum / 100).toFixed(2)} a day.`, [
    field,
  ]);
}
