import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { toHalalas } from "#modules/ad-accounts/contract/currencies.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdSpec,
  CampaignSpec,
  GeoRadius,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { listSpanProblems } from "#modules/campaigns/contract/ages.ts";
import { checkAction, checkMedia, checkTexts, isFitting } from "#modules/campaigns/contract/check-ad.ts";
import { checkDevices, checkKeywords, checkPlaces } from "#modules/campaigns/contract/check-ad-group.ts";
import { checkCampaignLimits } from "#modules/campaigns/contract/check-campaign.ts";
import type { Problem, ProblemCode } from "#modules/campaigns/contract/problem.ts";

/*
 * The limits are compared by the checks of the form and the server (`campaigns/contract/check-*.ts`). An adapter runs
 * them once more before a call, since a limit may have changed after the campaign was saved.
 */

/** The platform's limits for these placements; throws if the platform has no capabilities. */
export function requireCapabilities(platform: Platform, placements: readonly Placement[] = []): Capabilities {
  const found = getCapabilities(platform, placements);
  if (!found) throw new Error(`${platform} has no capabilities`);
  return found;
}

/** Refuses what the platform does not support, before anything is sent; `detail` is for the log. */
export function refuse(messageKey: string, detail: string): never {
  throw new AdapterFault("rejected", {
    reason: `not sent: ${detail}`,
    messageKey: `ad_accounts:${messageKey}`,
  });
}

/** A broken limit's message as an object's fault, which has no place for the limit's numbers. */
const faultKeys: Partial<Record<ProblemCode, string>> = {
  "campaigns.placement_not_supported": "placement_not_supported",
  "campaigns.placement_missing": "placement_not_supported",
  "campaigns.placement_one_only": "placement_not_supported",
  "campaigns.objective_not_supported": "objective_not_supported",
  "campaigns.hours_empty": "hours_empty",
  "campaigns.hours_need_lifetime_budget": "hours_not_supported",
  "campaigns.hours_not_supported": "hours_not_supported",
  "campaigns.hours_too_many_spans": "hours_too_many_spans",
  "campaigns.budget_too_small": "budget_below_minimum",
  "campaigns.bidding_not_supported": "bidding_not_supported",
  "campaigns.bidding_needs_pixel": "bidding_needs_pixel",
  "campaigns.target_cpa_out_of_range": "target_cpa_out_of_range",
  "campaigns.target_roas_out_of_range": "target_roas_out_of_range",
  "campaigns.ages_too_young": "age_too_young",
  "campaigns.ages_not_in_steps": "ages_not_in_steps",
  "campaigns.device_not_supported": "device_not_supported",
  "campaigns.radius_not_supported": "radius_not_supported",
  "campaigns.locations_too_many": "too_many_places",
  "campaigns.radius_out_of_reach": "radius_out_of_range",
  "campaigns.exclusion_not_supported": "exclusion_not_supported",
  "campaigns.keywords_not_supported": "keywords_not_supported",
  "campaigns.keywords_out_of_range": "keywords_out_of_range",
  "campaigns.keyword_too_long": "keyword_too_long",
  "campaigns.headlines_out_of_range": "headlines_out_of_range",
  "campaigns.headline_too_long": "headline_too_long",
  "campaigns.brand_too_long": "brand_too_long",
  "campaigns.text_too_long": "text_too_long",
  "campaigns.descriptions_out_of_range": "descriptions_out_of_range",
  "campaigns.description_too_long": "description_too_long",
  "campaigns.action_not_supported": "call_to_action_not_supported",
  "campaigns.media_missing": "media_missing",
  "campaigns.media_not_supported": "media_not_supported",
};

/** Refuses with the first broken limit; what only a form asks for (a name, a brand) is no reason here. */
function refuseFirst(problems: readonly Problem[]): void {
  for (const { code, field, params } of problems) {
    const key = faultKeys[code];
    if (key) refuse(key, `${field} ${JSON.stringify(params)}`);
  }
}

/** Checks a campaign against its platform's limits. Throws `rejected` for the first one it exceeds. */
export function checkCampaign(platform: Platform, spec: CampaignSpec, account: AdAccountContext): void {
  const limits = requireCapabilities(platform, spec.placements);
  const { currency, pixelId } = account;
  const hasPixel = pixelId !== null;
  if (!hasPixel && spec.biddingStrategy === "target_cpa" && limits.needsPixelFor.includes("target_cpa"))
    refuse("target_cpa_needs_pixel", "no pixel in the account");
  const fields = {
    placements: [...spec.placements],
    objective: spec.objective,
    hours: spec.hours,
    daily_budget_halalas: toHalalas(spec.dailyBudget, currency),
    bidding_strategy: spec.biddingStrategy,
    target_cpa_halalas: spec.targetCpa === null ? null : toHalalas(spec.targetCpa, currency),
    target_roas: spec.targetRoas,
  };
  refuseFirst(checkCampaignLimits(fields, limits, { hasPixel, currency }));
}

/** Checks an ad group, and its campaign, against the platform's limits. */
export function checkAdGroup(platform: Platform, spec: AdGroupSpec, account: AdAccountContext): void {
  checkCampaign(platform, spec.campaign, account);
  const limits = requireCapabilities(platform, spec.campaign.placements);
  checkAges(limits, spec);
  refuseFirst([
    ...checkDevices([...spec.devices], limits),
    ...checkPlaces([...toPlaces(spec.geoRadii, false), ...toPlaces(spec.excludedRadii, true)], limits),
    ...checkKeywords(spec.keywords, limits),
  ]);
}

const toPlaces = (radii: readonly GeoRadius[], excluded: boolean) =>
  radii.map(({ radiusMetres }) => ({ radius_metres: radiusMetres, excluded }));

/** The youngest age is named first. Above the last age that the platform separates, adapters ask for everyone older. */
function checkAges({ platform, ages }: Capabilities, { ageMin, ageMax }: AdGroupSpec): void {
  if (ageMax !== null && ageMax < ageMin) refuse("age_not_in_order", `${ageMin} to ${ageMax}`);
  const problems = listSpanProblems({ min: ageMin, max: ageMax }, ages);
  const params = { platform, ages: `${ageMin} to ${ageMax}` };
  refuseFirst(
    problems.toReversed().map((problem) => ({ code: `campaigns.${problem}`, field: "age_ranges", params })),
  );
}

/** Checks an ad against the platform's limits; text lengths are counted as the platform counts them. */
export function checkAd(platform: Platform, spec: AdSpec, account: AdAccountContext): void {
  const limits = requireCapabilities(platform, spec.placements);
  if (limits.needsProfile && account.profileId === null) refuse("no_public_profile", "no profile chosen");
  const texts = {
    headline: spec.headline,
    more_headlines: [...spec.moreHeadlines],
    text: spec.text,
    description: spec.description,
    more_descriptions: [...spec.moreDescriptions],
    brand_name: spec.brandName,
  };
  refuseFirst([...checkAction(spec.callToAction, limits), ...checkTexts(texts, limits)]);
  checkFile(limits, spec);
}

function checkFile(limits: Capabilities, { media }: AdSpec): void {
  if (limits.media.length === 0) return;
  const problems = checkMedia(media?.reference ?? null, media ?? undefined, limits);
  if (media && problems.length > 0 && isFitting({ ...media, bytes: 0 }, limits))
    refuse("media_too_large", `${media.bytes} bytes`);
  refuseFirst(problems);
}
