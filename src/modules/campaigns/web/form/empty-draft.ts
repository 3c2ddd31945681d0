import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields, AdGroupFields } from "../../contract/shapes.ts";
import type { Draft } from "./draft.ts";
import { fitTo } from "./fit.ts";

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
