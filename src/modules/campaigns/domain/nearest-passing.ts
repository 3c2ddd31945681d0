import { isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import {
  type HourPlan,
  joinCloseSpans,
  noHour,
  toStoredHours,
} from "#modules/ad-accounts/contract/hour-plan.ts";
import { headlineLimit } from "../contract/check-ad.ts";
import { areAllExcluded } from "../contract/check-ad-group.ts";
import { type CampaignContext, findMinimumBudget, type LimitedCampaign } from "../contract/check-campaign.ts";
import { budgetMax, nameMax, noteMax } from "../contract/enums.ts";
import { isInKingdom } from "../contract/geography.ts";
import type { AdFields, AdGroupFields, Location } from "../contract/shapes.ts";
import { choosePlacements, keepIfOffered } from "./fit.ts";
import { nearestAges } from "./nearest-ages.ts";
import { cutText, cutTexts } from "./nearest-text.ts";

/**
 * The nearest values that a platform accepts: what passes its checks stays as it is. What is missing stays missing,
 * since nothing is nearest to nothing.
 */

export function nearestCampaign<Fields extends LimitedCampaign>(
  fields: Fields,
  limits: Capabilities,
  { hasPixel, currency }: Pick<CampaignContext, "hasPixel" | "currency"> = {},
): Fields {
  const usable = limits.biddingStrategies.filter(
    (one) => hasPixel !== false || !limits.needsPixelFor.includes(one),
  );
  const bidding_strategy = keepIfOffered(fields.bidding_strategy, usable);
  const { target_cpa_halalas: cpa, target_roas: roas } = fields;
  return {
    ...fields,
    placements: nearestPlacements(fields.placements, limits),
    objective: keepIfOffered(fields.objective, limits.objectives),
    bidding_strategy,
    hours: nearestHours(fields.hours, limits),
    daily_budget_halalas:
      fields.daily_budget_halalas === 0
        ? 0
        : clamp(fields.daily_budget_halalas, { min: findMinimumBudget(limits, currency), max: budgetMax }),
    target_cpa_halalas: bidding_strategy === "target_cpa" ? clamp(cpa ?? 0, limits.targetCpa) : cpa,
    target_roas:
      bidding_strategy === "target_roas" && limits.targetRoas ? clamp(roas ?? 0, limits.targetRoas) : roas,
  };
}

/** Always, where the platform has no hours or none is left; close spans are joined until a day has few enough. */
function nearestHours(hours: HourPlan | null, { hourPlans }: Capabilities): HourPlan | null {
  if (hours === null || toStoredHours(hours) === null) return hours;
  if ("obstacle" in hourPlans || hours === noHour) return null;
  return hourPlans.spansPerDay === null ? hours : joinCloseSpans(hours, hourPlans.spansPerDay);
}

function nearestPlacements(
  chosen: LimitedCampaign["placements"],
  { placements }: Capabilities,
): LimitedCampaign["placements"] {
  if (!placements) return [];
  const offered = chosen.filter((one) => placements.options.includes(one));
  if (offered.length === 0) return choosePlacements({ placements });
  return placements.pick === "one" ? offered.slice(0, 1) : offered;
}

export function nearestAdGroup<Fields extends AdGroupFields>(fields: Fields, limits: Capabilities): Fields {
  const { keywords } = limits;
  return {
    ...fields,
    name: cutText(fields.name, nameMax),
    ...nearestAges(fields, limits.ages),
    locations: nearestPlaces(fields.locations, limits),
    devices: fields.devices.filter((device) => limits.devices.includes(device)),
    optimized_targeting: fields.optimized_targeting && limits.supportsOptimizedTargeting,
    keywords: keywords ? cutTexts(fields.keywords, { max: keywords.length, count: keywords.max }) : [],
  };
}

/** Of too many places the included ones stay first: without them the ads would be shown everywhere else. */
function nearestPlaces(places: readonly Location[], limits: Capabilities): Location[] {
  const { radiusMetres: reach, maxGeoRadii, supportsExcludedPlaces } = limits;
  if (!reach) return [];
  const inside = places.filter(isInKingdom);
  const included = inside.filter(({ excluded }) => !excluded);
  const taken = supportsExcludedPlaces ? inside : included;
  const kept =
    taken.length > maxGeoRadii
      ? [...included, ...taken.filter(({ excluded }) => excluded)].slice(0, maxGeoRadii)
      : taken;
  const fitted = kept.map((place) => ({ ...place, radius_metres: clamp(place.radius_metres, reach) }));
  return areAllExcluded(fitted) ? fitted.filter(({ excluded }) => !excluded) : fitted;
}

export function nearestAd<Fields extends AdFields>(fields: Fields, limits: Capabilities): Fields {
  const { headlines, descriptions, textsCountedBy: counted, textMax, brandMax } = limits;
  const headline = cutText(fields.headline, headlineLimit(limits), counted);
  const description = cutText(
    fields.description,
    descriptions?.length ?? noteMax,
    descriptions ? counted : "units",
  );
  const isOffered = limits.callsToAction.length === 0 || limits.callsToAction.includes(fields.call_to_action);
  return {
    ...fields,
    name: cutText(fields.name, nameMax),
    headline,
    more_headlines: cutTexts(fields.more_headlines, {
      max: headlineLimit(limits),
      count: headlines.max - (isVisible(headline) ? 1 : 0),
      counted,
      taken: [headline],
    }),
    text:
      textMax > 0 ? cutText(fields.text, Math.min(textMax, noteMax), counted) : cutText(fields.text, noteMax),
    description,
    more_descriptions: descriptions
      ? cutTexts(fields.more_descriptions, {
          max: descriptions.length,
          count: descriptions.max - (isVisible(description) ? 1 : 0),
          counted,
          taken: [description],
        })
      : [],
    brand_name:
      brandMax > 0 ? cutText(fields.brand_name, brandMax, counted) : cutText(fields.brand_name, noteMax),
    call_to_action: isOffered ? fields.call_to_action : (limits.callsToAction[0] ?? fields.call_to_action),
    media_id: limits.media.length > 0 ? fields.media_id : null,
  };
}

const clamp = (amount: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, amount));
