import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";

/** Default bodies of a campaign, its ad group and its ad; a test overrides what it needs. */

export function campaignBody(input: Partial<CampaignFields> = {}): CampaignFields {
  return {
    name: "تمور العجوة",
    ad_account_id: "acc_1",
    platform: "snapchat",
    placements: [],
    store_id: "sto_1",
    landing_url: "https://nakhla.example/ajwa",
    objective: "sales",
    bidding_strategy: "maximize_conversions",
    target_cpa_halalas: null,
    target_roas: null,
    client_campaign_id: null,
    starts_at: null,
    ends_at: null,
    hours: null,
    daily_budget_halalas: 100_00,
    ...input,
  };
}

export function adGroupBody(input: Partial<AdGroupFields> = {}): AdGroupFields {
  return {
    name: "الرياض، نساء",
    age_ranges: ["25-34", "35-44"],
    excluded_age_ranges: [],
    gender: "female",
    locations: [
      {
        city: "riyadh",
        names: { ar: "الرياض", en: "Riyadh" },
        excluded: false,
        latitude: 24.7136,
        longitude: 46.6753,
        radius_metres: 25_000,
      },
    ],
    devices: ["mobile"],
    optimized_targeting: false,
    keywords: [],
    ...input,
  };
}

export function adBody(input: Partial<AdFields> = {}): AdFields {
  return {
    name: "صورة التمر",
    headline: "عجوة المدينة",
    more_headlines: [],
    text: "",
    description: "",
    more_descriptions: [],
    target_url: "https://nakhla.example/ajwa",
    media_id: "med_1",
    call_to_action: "shop_now",
    brand_name: "نخلة",
    automatic_enhancements: false,
    profile_id: null,
    ...input,
  };
}
