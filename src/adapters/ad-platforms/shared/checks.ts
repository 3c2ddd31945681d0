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

/** The platform's limits on these channels; throws when it stands in no table. */
export function limitsOf(platform: Platform, placements: readonly Placement[] = []): Capabilities {
  const found = getCapabilities(platform, placements);
  if (!found) throw new Error(`${platform} stands in no table of capabilities`);
  return found;
}

/** What the platform cannot do is refused before anything is sent; `detail` is for the log. */
export function refuse(messageKey: string, detail: string): never {
  throw new AdapterFault("rejected", {
    reason: `not sent: ${detail}`,
    messageKey: `ad_accounts:${messageKey}`,
  });
}

/** Holds a campaign against its platform's limits. Throws `rejected` naming the first one broken. */
export function checkCampaign(platform: Platform, order: CampaignSpec, account: AdAccountContext): void {
  const limits = limitsOf(platform, order.placements);
  checkPlacements(limits, order.placements);
  if (!limits.objectives.includes(order.objective)) refuse("objective_not_supported", order.objective);
  if (toHalalas(order.dailyBudget, account.currency) < limits.minimumDailyBudget)
    refuse("budget_below_minimum", `${order.dailyBudget} hundredths of ${account.currency}`);
  checkBidding(limits, order, account);
}

function checkPlacements({ placements }: Capabilities, chosen: readonly Placement[]): void {
  if (!placements) return;
  const strange = chosen.find((placement) => !placements.options.includes(placement));
  const isCountRight = placements.pick === "one" ? chosen.length === 1 : chosen.length > 0;
  if (strange || !isCountRight) refuse("placement_not_supported", chosen.join(", ") || "none");
}

function checkBidding(limits: Capabilities, order: CampaignSpec, account: AdAccountContext): void {
  const { biddingStrategy, targetCpa, targetRoas } = order;
  if (!limits.biddingStrategies.includes(biddingStrategy)) refuse("bidding_not_supported", biddingStrategy);
  if (limits.needsPixelFor.includes(biddingStrategy) && account.pixelId === null)
    refuse(
      biddingStrategy === "target_cpa" ? "target_cpa_needs_pixel" : "bidding_needs_pixel",
      "no pixel in the account",
    );
  if (biddingStrategy === "target_cpa") {
    const wanted = targetCpa === null ? null : toHalalas(targetCpa, account.currency);
    if (wanted === null || isOutside(wanted, limits.targetCpa))
      refuse("target_cpa_out_of_range", `${wanted} halalas`);
  }
  if (biddingStrategy === "target_roas" && limits.targetRoas) {
    if (targetRoas === null || isOutside(targetRoas, limits.targetRoas))
      refuse("target_roas_out_of_range", `${targetRoas} basis points`);
  }
}

/** Holds an ad group, and the campaign it stands in, against the platform's limits. */
export function checkAdGroup(platform: Platform, order: AdGroupSpec, account: AdAccountContext): void {
  checkCampaign(platform, order.campaign, account);
  const limits = limitsOf(platform, order.campaign.placements);
  checkAges(limits, order);
  const strange = order.devices.find((device) => !limits.devices.includes(device));
  if (strange) refuse("device_not_supported", strange);
  checkGeoRadii(limits, order);
  const { keywords } = limits;
  if (!keywords) {
    if (order.keywords.length > 0) refuse("keywords_not_supported", `${order.keywords.length} keywords`);
    return;
  }
  if (isOutside(order.keywords.length, keywords))
    refuse("keywords_out_of_range", `${order.keywords.length} keywords`);
  const long = order.keywords.find((keyword) => keyword.length > keywords.length);
  if (long) refuse("keyword_too_long", long);
}

function checkAges({ ages }: Capabilities, { ageMin, ageMax }: AdGroupSpec): void {
  if (ageMin < ages.min) refuse("age_too_young", `from ${ageMin}`);
  if (ageMax !== null && ageMax < ageMin) refuse("age_not_in_order", `${ageMin} to ${ageMax}`);
  if (ages.steps && !coversRange({ from: ageMin, to: ageMax }, ages.steps))
    refuse("ages_not_in_steps", `${ageMin} to ${ageMax}`);
}

function checkGeoRadii({ radiusMetres, maxGeoRadii }: Capabilities, { geoRadii }: AdGroupSpec): void {
  if (geoRadii.length === 0) return;
  if (!radiusMetres) refuse("radius_not_supported", `${geoRadii.length} circles`);
  if (geoRadii.length > maxGeoRadii) refuse("too_many_places", `${geoRadii.length} circles`);
  const strange = geoRadii.find((geoRadius) => isOutside(geoRadius.radiusMetres, radiusMetres));
  if (strange) refuse("radius_out_of_range", `${strange.radiusMetres} metres`);
}

/** Holds an ad against the platform's limits; texts in the platform's own way of counting. */
export function checkAd(platform: Platform, order: AdSpec, account: AdAccountContext): void {
  const limits = limitsOf(platform, order.placements);
  if (limits.needsProfile && account.profileId === null) refuse("no_public_profile", "no profile chosen");
  if (
    limits.callsToAction.length > 0 &&
    !limits.callsToAction.some((action) => action === order.callToAction)
  )
    refuse("call_to_action_not_supported", order.callToAction);
  checkTexts(limits, order);
  checkMedia(limits, order);
}

function checkTexts(limits: Capabilities, order: AdSpec): void {
  const headlines = [order.headline, ...order.moreHeadlines];
  if (isOutside(headlines.length, limits.headlines)) refuse("headlines_out_of_range", `${headlines.length}`);
  const lengthOf = (text: string) => textLength(text, limits.textsCountedBy);
  const long = headlines.find((headline) => lengthOf(headline) > limits.headlineMax);
  if (long) refuse("headline_too_long", long);
  // Nought: the platform shows the account's own name, and a brand is no business of it.
  if (limits.brandMax > 0 && lengthOf(order.brandName) > limits.brandMax)
    refuse("brand_too_long", order.brandName);
  if (limits.textMax > 0 && lengthOf(order.text) > limits.textMax) refuse("text_too_long", order.text);
  const { descriptions } = limits;
  if (!descriptions) return;
  const told = [order.description, ...order.moreDescriptions].filter((text) => text !== "");
  if (isOutside(told.length, descriptions)) refuse("descriptions_out_of_range", `${told.length}`);
  const wordy = told.find((text) => lengthOf(text) > descriptions.length);
  if (wordy) refuse("description_too_long", wordy);
}

function checkMedia({ media }: Capabilities, order: AdSpec): void {
  if (media.length === 0) return;
  if (!order.media) refuse("media_missing", "no picture or video");
  const { kind, mime, bytes } = order.media;
  const fitting = media.find((one) => one.kind === kind && one.mimes.includes(mime));
  if (!fitting) refuse("media_not_supported", `${kind} ${mime}`);
  if (bytes > fitting.maxBytes) refuse("media_too_large", `${bytes} bytes`);
}

const isOutside = (amount: number, { min, max }: { min: number; max: number }) =>
  amount < min || amount > max;
