import { riyalsText } from "#base/shared/money.ts";
import type { MessageParams } from "#base/shared/refusals.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { agesOf } from "./ages.ts";
import type { CampaignsRefusal } from "./campaigns.refusals.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "./shapes.ts";
import { leadsInto, read } from "./store-links.ts";
import { headlineMax } from "./words.ts";

/**
 * What is wrong with a field, and the limit it breaks. The same checks mark a form as one types and refuse a call, so
 * a merchant never meets a limit for the first time after pressing the button.
 */
export type Problem = { code: CampaignsRefusal; field: string; params: MessageParams };

/** `startsBefore`: the start as it stood before an edit; a start that is not touched may lie in the past. */
export type CampaignSurroundings = { now: Date; places: readonly string[]; startsBefore?: Date | null };

export function checkCampaign(
  fields: CampaignFields,
  limits: Capabilities,
  { now, places, startsBefore = null }: CampaignSurroundings,
): Problem[] {
  return [
    ...checkBudget(fields.daily_budget_halalas, limits),
    ...checkBidding(fields, limits),
    ...checkSchedule(fields, now, startsBefore),
    ...checkLink(fields.landing_url, places, "landing_url"),
  ];
}

function checkBudget(dailyBudgetHalalas: number, limits: Capabilities): Problem[] {
  const minimum = limits.minimumDailyBudget;
  return wrong(dailyBudgetHalalas < minimum, "campaigns.budget_too_small", "daily_budget_halalas", {
    platform: limits.platform,
    min: riyalsText(minimum),
  });
}

function checkBidding(fields: CampaignFields, limits: Capabilities): Problem[] {
  const { platform } = limits;
  if (!limits.biddingStrategies.includes(fields.bidding_strategy))
    return [{ code: "campaigns.bidding_not_supported", field: "bidding_strategy", params: { platform } }];
  if (fields.bidding_strategy !== "target_cpa") return [];
  const { min, max } = limits.targetCpa;
  const target = fields.target_cpa_halalas ?? 0;
  return wrong(target < min || target > max, "campaigns.target_cpa_out_of_range", "target_cpa_halalas", {
    platform,
    min: riyalsText(min),
    max: riyalsText(max),
  });
}

/** "Future date required": a named start and any end lie ahead, the end after the start. */
function checkSchedule(
  { starts_at, ends_at }: Pick<CampaignFields, "starts_at" | "ends_at">,
  now: Date,
  startsBefore: Date | null,
): Problem[] {
  const start = starts_at === null ? now : new Date(starts_at);
  const end = ends_at === null ? null : new Date(ends_at);
  const isTouched = starts_at !== null && start.getTime() !== startsBefore?.getTime();
  return [
    ...wrong(isTouched && start <= now, "campaigns.start_not_ahead", "starts_at"),
    ...wrong(end !== null && end <= now, "campaigns.end_not_ahead", "ends_at"),
    ...wrong(end !== null && end > now && end <= start, "campaigns.end_before_start", "ends_at"),
  ];
}

function checkLink(link: string, places: readonly string[], field: string): Problem[] {
  if (!read(link)) return [{ code: "campaigns.link_not_valid", field, params: {} }];
  return wrong(!leadsInto(link, places), "campaigns.link_outside_store", field, {
    places: places.join("، "),
  });
}

export function checkAdGroup(fields: AdGroupFields, limits: Capabilities): Problem[] {
  const { platform } = limits;
  const ages = agesOf(fields.age_ranges, fields.excluded_age_ranges, limits.ages);
  const reach = limits.radiusMetres;
  const outOfReach =
    reach !== null &&
    fields.locations.some(({ radius_metres }) => radius_metres < reach.min || radius_metres > reach.max);
  const strange = fields.devices.some((device) => !limits.devices.includes(device));
  return [
    ...wrong(fields.locations.length > limits.circlesMax, "campaigns.locations_too_many", "locations", {
      platform,
      max: limits.circlesMax,
    }),
    ...(typeof ages === "string"
      ? wrong(true, `campaigns.${ages}`, "age_ranges", { platform, min: limits.ages.min })
      : []),
    ...wrong(outOfReach, "campaigns.radius_out_of_reach", "locations", {
      platform,
      min: kilometres(reach?.min ?? 0),
      max: kilometres(reach?.max ?? 0),
    }),
    ...wrong(strange, "campaigns.device_not_supported", "devices", { platform }),
    ...wrong(
      fields.keywords.length > 0 && limits.keywords === null,
      "campaigns.keywords_not_supported",
      "keywords",
      { platform },
    ),
  ];
}

export type AdSurroundings = { places: readonly string[] };

export function checkAd(fields: AdFields, limits: Capabilities, { places }: AdSurroundings): Problem[] {
  const { platform } = limits;
  const headline = Math.min(headlineMax, limits.headlineMax);
  return [
    ...wrong(lengthOf(fields.headline) > headline, "campaigns.headline_too_long", "headline", {
      platform,
      max: headline,
    }),
    ...wrong(lengthOf(fields.brand_name) > limits.brandMax, "campaigns.brand_too_long", "brand_name", {
      platform,
      max: limits.brandMax,
    }),
    ...wrong(
      !limits.callsToAction.includes(fields.call_to_action),
      "campaigns.action_not_supported",
      "call_to_action",
      { platform },
    ),
    ...checkLink(fields.target_url, places, "target_url"),
  ];
}

/** Characters as a platform counts them: UTF-16 units, as PostgreSQL and Snapchat would cut an emoji in two otherwise. */
export const lengthOf = (text: string): number => text.trim().length;

/** "0.1", "100": metres as kilometres, as the form says them. */
export const kilometres = (metres: number): string => String(Math.round(metres / 10) / 100);

function wrong(is: boolean, code: Problem["code"], field: string, params: MessageParams = {}): Problem[] {
  return is ? [{ code, field, params }] : [];
}
