import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlacements, fitAd, fitAdGroup, fitCampaign } from "../../domain/fit.ts";
import type { Draft } from "./draft.ts";

/** The draft for another platform or other placements: keeps what still fits and lists what does not. */
export function fitTo(
  draft: Draft,
  platform: Platform,
  placements: readonly Placement[] | null = null,
): Draft {
  const chosen = placements ?? choosePlacements(getCapabilities(platform) ?? { placements: null });
  const limits = getCapabilities(platform, chosen);
  const isOther = platform !== draft.campaign.platform;
  const moved = {
    ...draft.campaign,
    platform,
    placements: [...chosen],
    ...(isOther ? { ad_account_id: "" } : {}),
  };
  if (!limits) return { ...draft, campaign: moved, dropped: [] };
  const campaign = fitCampaign(moved, limits);
  const adGroup = fitAdGroup(draft.adGroup, limits);
  const ad = fitAd(draft.ad, limits);
  return {
    ...draft,
    campaign: campaign.value,
    adGroup: adGroup.value,
    ad: ad.value,
    dropped: [...campaign.dropped, ...adGroup.dropped, ...ad.dropped],
  };
}
