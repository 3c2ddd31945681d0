import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../../contract/shapes.ts";
import type { NewCampaignBody } from "../use-save.ts";
import { type Dropped, fitTo } from "./fit.ts";

/** A campaign's fields while they are typed: a budget may still be missing. */
export type CampaignDraft = Omit<CampaignFields, "daily_budget_halalas"> & {
  daily_budget_halalas: number | null;
};
export const formSteps = ["goal", "audience", "ad", "review"] as const;
export type FormStep = (typeof formSteps)[number];
export type Draft = {
  campaign: CampaignDraft;
  adGroup: AdGroupFields;
  ad: AdFields;
  /** What did not fit the platform chosen last. */
  dropped: Dropped[];
};

/** The default: the first platform that can be linked. */
const firstPlatform = platforms.find((platform) => getCapabilities(platform)) ?? platforms[0];

export function emptyDraft(): Draft {
  return { ...fitTo(blankDraft(), firstPlatform), dropped: [] };
}

function blankDraft(): Draft {
  return {
    campaign: {
      name: "",
      ad_account_id: "",
      platform: firstPlatform,
      placements: [],
      store_id: null,
      landing_url: "",
      objective: "sales",
      bidding_strategy: "maximize_conversions",
      target_cpa_halalas: null,
      target_roas: null,
      client_campaign_id: null,
      starts_at: null,
      ends_at: null,
      daily_budget_halalas: null,
    },
    adGroup: emptyAdGroup(),
    ad: emptyAd(),
    dropped: [],
  };
}

export function emptyAdGroup(): AdGroupFields {
  return {
    name: "",
    age_ranges: ["18-24", "25-34"],
    excluded_age_ranges: [],
    gender: "all",
    locations: [],
    devices: ["mobile"],
    optimized_targeting: true,
    keywords: [],
  };
}

export function emptyAd(): AdFields {
  return {
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
  };
}

/** The draft as the body of the create call. Empty names take the campaign's name. */
export function toCreateBody({ campaign, adGroup, ad }: Draft): NewCampaignBody {
  return {
    ...campaign,
    client_campaign_id: campaign.client_campaign_id || null,
    daily_budget_halalas: campaign.daily_budget_halalas ?? 0,
    ad_group: {
      ...adGroup,
      name: adGroup.name || campaign.name,
      ad: toAdBody(ad, campaign.landing_url),
    },
  };
}

/** An ad as the body of the call: with a name and an address, and without fields that were left empty. */
export function toAdBody(ad: AdFields, landingUrl: string): AdFields {
  const written = (texts: readonly string[]) =>
    texts.map((text) => text.trim()).filter((text) => text !== "");
  return {
    ...ad,
    name: ad.name || ad.headline,
    target_url: ad.target_url || landingUrl,
    more_headlines: written(ad.more_headlines),
    more_descriptions: written(ad.more_descriptions),
  };
}
