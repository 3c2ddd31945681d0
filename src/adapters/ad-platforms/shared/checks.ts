import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { coversRange } from "#modules/ad-accounts/contract/age-steps.ts";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { toHalalas } from "#modules/ad-accounts/contract/currencies.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";

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

/** Checks a campaign against its platform's limits. Throws `rejected` for the first one it exceeds. */
export function checkCampaign(platform: Platform, spec: CampaignSpec, account: AdAccountContext): void {
  const limits = requireCapabilities(platform, spec.placements);
  checkPlacements(limits, spec.placements);
  if (!limits.objectives.includes(spec.objective)) refuse("objective_not_supported", spec.objective);
  if (toHalalas(spec.dailyBudget, account.currency) < limits.minimumDailyBudget)
    refuse("budget_below_minimum", `${spec.dailyBudget} hundredths of ${account.currency}`);
  checkBidding(limits, spec, account);
}

function checkPlacements({ placements }: Capabilities, chosen: readonly Placement[]): void {
  if (!placements) return;
  const invalid = chosen.find((placement) => !placements.options.includes(placement));
  const isCountValid = placements.pick === "one" ? chosen.length === 1 : chosen.length > 0;
  if (invalid || !isCountValid) refuse("placement_not_supported", chosen.join(", ") || "none");
}

function checkBidding(limits: Capabilities, spec: CampaignSpec, account: AdAccountContext): void {
  const { biddingStrategy, targetCpa, targetRoas } = spec;
  if (!limits.biddingStrategies.includes(biddingStrategy)) refuse("bidding_not_supported", biddingStrategy);
  if (limits.needsPixelFor.includes(biddingStrategy) && account.pixelId === null)
    refuse(
      biddingStrategy === "target_cpa" ? "target_cpa_needs_pixel" : "bidding_needs_pixel",
      "no pixel in the account",
    );
  if (biddingStrategy === "target_cpa") {
    const target = targetCpa === null ? null : toHalalas(targetCpa, account.currency);
    if (target === null || isOutside(target, limits.targetCpa))
      refuse("target_cpa_out_of_range", `${target} halalas`);
  }
  if (biddingStrategy === "target_roas" && limits.targetRoas) {
    if (targetRoas === null || isOutside(targetRoas, limits.targetRoas))
      refuse("target_roas_out_of_range", `${targetRoas} basis points`);
  }
}

/** Checks an ad group, and its campaign, against the platform's limits. */
export function checkAdGroup(platform: Platform, spec: AdGroupSpec, account: AdAccountContext): void {
  checkCampaign(platform, spec.campaign, account);
  const limits = requireCapabilities(platform, spec.campaign.placements);
  checkAges(limits, spec);
  const invalid = spec.devices.find((device) => !limits.devices.includes(device));
  if (invalid) refuse("device_not_supported", invalid);
  checkGeoRadii(limits, spec);
  const { keywords } = limits;
  if (!keywords) {
    if (spec.keywords.length > 0) refuse("keywords_not_supported", `${spec.keywords.length} keywords`);
    return;
  }
  if (isOutside(spec.keywords.length, keywords))
    refuse("keywords_out_of_range", `${spec.keywords.length} keywords`);
  const tooLong = spec.keywords.find((keyword) => keyword.length > keywords.length);
  if (tooLong) refuse("keyword_too_long", tooLong);
}

function checkAges({ ages }: Capabilities, { ageMin, ageMax }: AdGroupSpec): void {
  if (ageMin < ages.min) refuse("age_too_young", `from ${ageMin}`);
  if (ageMax !== null && ageMax < ageMin) refuse("age_not_in_order", `${ageMin} to ${ageMax}`);
  if (ages.steps && !coversRange({ from: ageMin, to: ageMax }, ages.steps))
    refuse("ages_not_in_steps", `${ageMin} to ${ageMax}`);
}

function checkGeoRadii({ radiusMetres, maxGeoRadii }: Capabilities, { geoRadii }: AdGroupSpec): void {
  if (geoRadii.length === 0) return;
  if (!radiusMetres) refuse("radius_not_supported", `${geoRadii.length} radii`);
  if (geoRadii.length > maxGeoRadii) refuse("too_many_places", `${geoRadii.length} radii`);
  const invalid = geoRadii.find((geoRadius) => isOutside(geoRadius.radiusMetres, radiusMetres));
  if (invalid) refuse("radius_out_of_range", `${invalid.radiusMetres} metres`);
}

/** Checks an ad against the platform's limits; text lengths are counted as the platform counts them. */
export function checkAd(platform: Platform, spec: AdSpec, account: AdAccountContext): void {
  const limits = requireCapabilities(platform, spec.placements);
  if (limits.needsProfile && account.profileId === null) refuse("no_public_profile", "no profile chosen");
  if (limits.callsToAction.length > 0 && !limits.callsToAction.some((action) => action === spec.callToAction))
    refuse("call_to_action_not_supported", spec.callToAction);
  checkTexts(limits, spec);
  checkMedia(limits, spec);
}

function checkTexts(limits: Capabilities, spec: AdSpec): void {
  const headlines = [spec.headline, ...spec.moreHeadlines];
  if (isOutside(headlines.length, limits.headlines)) refuse("headlines_out_of_range", `${headlines.length}`);
  const countLength = (text: string) => textLength(text, limits.textsCountedBy);
  const tooLong = headlines.find((headline) => countLength(headline) > limits.headlineMax);
  if (tooLong) refuse("headline_too_long", tooLong);
  // Zero: the platform shows the account's own name, and the brand name is not used.
  if (limits.brandMax > 0 && countLength(spec.brandName) > limits.brandMax)
    refuse("brand_too_long", spec.brandName);
  if (limits.textMax > 0 && countLength(spec.text) > limits.textMax) refuse("text_too_long", spec.text);
  const { descriptions } = limits;
  if (!descriptions) return;
  const descriptionTexts = [spec.description, ...spec.moreDescriptions].filter((text) => text !== "");
  if (isOutside(descriptionTexts.length, descriptions))
    refuse("descriptions_out_of_range", `${descriptionTexts.length}`);
  const longDescription = descriptionTexts.find((text) => countLength(text) > descriptions.length);
  if (longDescription) refuse("description_too_long", longDescription);
}

function checkMedia({ media }: Capabilities, spec: AdSpec): void {
  if (media.length === 0) return;
  if (!spec.media) refuse("media_missing", "no image or video");
  const { kind, mime, bytes } = spec.media;
  const accepted = media.find((one) => one.kind === kind && one.mimes.includes(mime));
  if (!accepted) refuse("media_not_supported", `${kind} ${mime}`);
  if (bytes > accepted.maxBytes) refuse("media_too_large", `${bytes} bytes`);
}

const isOutside = (amount: number, { min, max }: { min: number; max: number }) =>
  amount < min || amount > max;
