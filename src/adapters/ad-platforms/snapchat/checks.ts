import { type Capabilities, capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import type {
  ActingFor,
  AdGroupOrder,
  AdOrder,
  CampaignOrder,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { rejected } from "./faults.ts";

/** Snapchat's limits, from the table that forms read too: what does not fit is refused before anything is sent. */
function limits(): Capabilities {
  const found = capabilitiesOf("snapchat");
  if (!found) throw new Error("Snapchat stands in no table of capabilities");
  return found;
}

function refuse(messageKey: string, detail: string): never {
  throw rejected(`not sent: ${detail}`, `ad_accounts:${messageKey}`);
}

export function checkCampaign(order: CampaignOrder, account: ActingFor): void {
  const { biddingStrategies, minimumDailyBudget, targetCpa } = limits();
  if (!biddingStrategies.includes(order.biddingStrategy))
    refuse("bidding_not_supported", order.biddingStrategy);
  if (order.dailyBudget < minimumDailyBudget) refuse("budget_below_minimum", `${order.dailyBudget} halalas`);
  if (order.biddingStrategy !== "target_cpa") return;
  if (account.pixelId === null) refuse("target_cpa_needs_pixel", "no pixel in the ad account");
  const wanted = order.targetCpa;
  if (wanted === null || wanted < targetCpa.min || wanted > targetCpa.max)
    refuse("target_cpa_out_of_range", `${wanted} halalas`);
}

export function checkAdGroup(order: AdGroupOrder, account: ActingFor): void {
  const { ages, radiusMetres, circlesMax, devices } = limits();
  checkCampaign(order.campaign, account);
  if (order.ageMin < ages.min) refuse("age_too_young", `from ${order.ageMin}`);
  if (order.ageMax !== null && order.ageMax < order.ageMin)
    refuse("age_not_in_order", `${order.ageMin} to ${order.ageMax}`);
  const strange = order.devices.find((device) => !devices.includes(device));
  if (strange) refuse("device_not_supported", strange);
  if (order.circles.length > circlesMax) refuse("too_many_places", `${order.circles.length} circles`);
  for (const { radiusMetres: radius } of order.circles) {
    if (radius < radiusMetres.min || radius > radiusMetres.max)
      refuse("radius_out_of_range", `${radius} metres`);
  }
}

export function checkAd(order: AdOrder, account: ActingFor): void {
  const { headlineMax, brandMax, callsToAction, media } = limits();
  if (account.profileId === null) refuse("no_public_profile", "no profile chosen");
  if (!callsToAction.some((action) => action === order.callToAction))
    refuse("call_to_action_not_supported", order.callToAction);
  if ([...order.headline].length > headlineMax) refuse("headline_too_long", order.headline);
  if ([...order.brandName].length > brandMax) refuse("brand_too_long", order.brandName);
  const fitting = media.find(
    ({ kind, mimes }) => kind === order.media.kind && mimes.includes(order.media.mime),
  );
  if (!fitting) refuse("media_not_supported", `${order.media.kind} ${order.media.mime}`);
  else if (order.media.bytes > fitting.maxBytes) refuse("media_too_large", `${order.media.bytes} bytes`);
}
