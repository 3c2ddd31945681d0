import spec from "./spec/marketing-api.json" with { type: "json" };

/**
 * Limits and lists of Meta's Graph and Marketing APIs that the simulator enforces. Sources: developers.facebook.com,
 * Marketing API (ad-campaign-group, ad-campaign, adgroup, ad-creative, adimages, insights, error-reference,
 * rate-limiting, basic-targeting) and the names of facebook-business-sdk-codegen in `spec/`.
 */
export const ENUMS = spec.enums;
export const PARAMS: Record<string, readonly string[]> = spec.params;
export const SHAPES = spec.shapes;
/** A Page in `me/accounts` also has the person's tasks (Pages API), which the published field list does not name. */
export const NODES: Record<string, readonly string[]> = {
  ...spec.nodes,
  Page: [...spec.nodes.Page, "tasks"],
};

/** The supported versions; newest last. Marketing API versions live about a year. */
export const VERSIONS = ["v24.0", "v25.0", "v26.0"];

export const SCOPES = [
  "ads_management",
  "ads_read",
  "business_management",
  "pages_show_list",
  "pages_read_engagement",
  "pages_manage_ads",
  "instagram_basic",
  "public_profile",
] as const;

export const CODE_SECONDS = 600;
export const SHORT_TOKEN_SECONDS = 5_400;
export const LONG_TOKEN_SECONDS = 60 * 86_400;

/** New campaigns accept only these; older campaigns may still have the older values of the list. */
export const OBJECTIVES = ENUMS.objective.filter((objective) => objective.startsWith("OUTCOME_"));

/** The optimization goals of an ad set by objective. */
export const GOALS: Record<string, readonly string[]> = {
  OUTCOME_SALES: [
    "OFFSITE_CONVERSIONS",
    "VALUE",
    "LINK_CLICKS",
    "LANDING_PAGE_VIEWS",
    "REACH",
    "IMPRESSIONS",
  ],
  OUTCOME_LEADS: [
    "OFFSITE_CONVERSIONS",
    "LINK_CLICKS",
    "LANDING_PAGE_VIEWS",
    "REACH",
    "IMPRESSIONS",
    "LEAD_GENERATION",
    "QUALITY_LEAD",
  ],
  OUTCOME_TRAFFIC: ["LINK_CLICKS", "LANDING_PAGE_VIEWS", "REACH", "IMPRESSIONS"],
  OUTCOME_AWARENESS: ["REACH", "IMPRESSIONS", "AD_RECALL_LIFT", "THRUPLAY"],
  OUTCOME_ENGAGEMENT: ["THRUPLAY", "POST_ENGAGEMENT", "CONVERSATIONS", "OFFSITE_CONVERSIONS", "LINK_CLICKS"],
  OUTCOME_APP_PROMOTION: ["APP_INSTALLS", "LINK_CLICKS"],
};
export const PIXEL_GOALS = ["OFFSITE_CONVERSIONS", "VALUE"];

/** In minor units of a dollar, converted for other currencies: billed on impressions, and for rare goals. */
export const MIN_DAILY_USD = { imp: 50, video_views: 250, high_freq: 250, low_freq: 2_000 };
export const ROAS_FLOOR = { min: 100, max: 10_000_000 };
export const BUDGET_CHANGES_PER_HOUR = 4;

export const NAME_MAX = 400;
export const URL_MAX = 1_000;
export const IMAGE_NAME_MAX = 100;
export const IMAGE_BYTES_MAX = 30 * 1024 * 1024;
export const VIDEO_BYTES_MAX = 10 * 1024 * 1024 * 1024;
export const CHUNK_BYTES = 1_048_576;
/** The processing time of a finished upload, in minutes of the world's clock. */
export const VIDEO_MINUTES = 1;

export const AGES = { min: 13, max: 65, unset: 18, highestMinOfAdvantage: 25 };
export const RADIUS_KM = { min: 1, max: 80 };
export const KM_PER_MILE = 1.609344;
export const PLACES_MAX = 200;
export const PUBLISHER_PLATFORMS = ["facebook", "instagram", "messenger", "audience_network", "threads"];
export const POSITIONS = {
  facebook_positions: [
    "feed",
    "right_hand_column",
    "marketplace",
    "video_feeds",
    "story",
    "search",
    "instream_video",
    "facebook_reels",
    "profile_feed",
  ],
  instagram_positions: ["stream", "story", "explore", "explore_home", "reels", "profile_feed", "ig_search"],
};

export const PAGE_DEFAULT = 25;
export const PAGE_MAX = 1_000;
export const BATCH_MAX = 50;

/** Points of an ad account's score: a read 1, a write 3; the score decays within 300 seconds. */
export const SCORE = { read: 1, write: 3, decaySeconds: 300 };
export const SCORE_CEILING = { development_access: 60, standard_access: 9_000 };
export type Tier = keyof typeof SCORE_CEILING;

/** Reports: the maximum rows of a synchronous call; more is code 100, subcode 1487534. */
export const SYNC_ROWS_MAX = 20_000;
export const HISTORY_MONTHS = 37;
export const HOURLY = "hourly_stats_aggregated_by_advertiser_time_zone";
