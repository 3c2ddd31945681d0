import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";
import { choosePlacements } from "./fit.ts";
import type { DraftAd, PlanDraft, PlatformSettings, SharedCampaign } from "./plan-draft.ts";
import { wholeShare } from "./split-budget.ts";

/** A new plan: no platform is chosen, and one ad group with one ad waits to be filled. */
export const emptyDraft = (): PlanDraft => ({
  campaign: emptyShared(),
  ad_groups: [{ ...emptyAdGroup(), key: "group-1", ads: [emptyDraftAd("ad-1")] }],
  platform: null,
  platforms: {},
});

export const emptyShared = (): SharedCampaign => ({
  name: "",
  store_id: null,
  landing_url: "",
  objective: "sales",
  client_campaign_id: null,
  starts_at: null,
  ends_at: null,
  hours: null,
  daily_budget_halalas: null,
});

export function emptySettings(platform: Platform): PlatformSettings {
  const placements = choosePlacements(getCapabilities(platform) ?? { placements: null });
  return {
    ad_account_id: "",
    placements,
    budget_share: wholeShare,
    bidding_strategy: getCapabilities(platform, placements)?.biddingStrategies[0] ?? "maximize_conversions",
    target_cpa_halalas: null,
    target_roas: null,
  };
}

export const emptyAdGroup = (): AdGroupFields => ({
  name: "",
  age_ranges: ["18-24", "25-34"],
  excluded_age_ranges: [],
  gender: "all",
  locations: [],
  devices: ["mobile"],
  optimized_targeting: true,
  keywords: [],
});

export const emptyDraftAd = (key: string): DraftAd => ({
  ...emptyAd(),
  product_id: null,
  structure: null,
  key,
});

export const emptyAd = (): AdFields => ({
  name: "",
  headline: "",
  more_headlines: [],
  text: "",
  description: "",
  more_descriptions: [],
  target_url: "",
  media_id: null,
  call_to_action: "shop_now",
  brand_name: "",
  automatic_enhancements: false,
  profile_id: null,
});
