/**
 * Limits and lists of X's Ads API v12 that the simulator enforces. Sources: docs.x.com, X Ads API: campaign
 * management, creatives, analytics, rate limiting, currency; X API: media.
 */

export const APP = { key: "rawaj-x", secret: "rawaj-x-secret" };
/** 11 is still served by X, and older libraries ask for it. */
export const VERSIONS = ["12", "11"];

export const ENTITY_STATUSES = ["ACTIVE", "DRAFT", "PAUSED"] as const;
/** The statuses of an update: nothing goes back to draft. */
export const UPDATE_STATUSES = ["ACTIVE", "PAUSED"] as const;
export const CAMPAIGN_NAME_MAX = 255;
export const PURCHASE_ORDER_MAX = 50;
export const CAMPAIGNS_MAX = 200;
export const LINE_ITEMS_MAX = 100;
/** Two decimals of the currency: amounts are whole multiples of this. */
export const DENOMINATION_MICRO = 10_000;
export const BID_RULES = { minimum: 10_000, maximum: 1_000_000_000, denomination: DENOMINATION_MICRO };

export const OBJECTIVES = [
  "APP_ENGAGEMENTS",
  "APP_INSTALLS",
  "REACH",
  "FOLLOWERS",
  "ENGAGEMENTS",
  "VIDEO_VIEWS",
  "PREROLL_VIEWS",
  "WEBSITE_CLICKS",
] as const;
export const PRODUCT_TYPES = ["MEDIA", "PROMOTED_ACCOUNT", "PROMOTED_TWEETS"] as const;
export const PLACEMENTS = [
  "ALL_ON_TWITTER",
  "PUBLISHER_NETWORK",
  "TAP_BANNER",
  "TAP_FULL",
  "TAP_FULL_LANDSCAPE",
  "TAP_NATIVE",
  "TAP_MRECT",
  "TWITTER_PROFILE",
  "TWITTER_REPLIES",
  "TWITTER_SEARCH",
  "TWITTER_TIMELINE",
] as const;
export const BID_STRATEGIES = ["AUTO", "MAX", "TARGET"] as const;
export const PAY_BY = ["APP_CLICK", "IMPRESSION", "LINK_CLICK"] as const;
export const EXPANSIONS = ["BROAD", "DEFINED", "EXPANDED"] as const;

/** The goals of each objective; the first one is the default. */
export const GOALS: Record<(typeof OBJECTIVES)[number], readonly string[]> = {
  WEBSITE_CLICKS: ["LINK_CLICKS", "SITE_VISITS", "WEBSITE_CONVERSIONS"],
  ENGAGEMENTS: ["ENGAGEMENT"],
  REACH: ["MAX_REACH", "REACH_WITH_ENGAGEMENT"],
  VIDEO_VIEWS: ["VIDEO_VIEW", "VIEW_6S", "VIEW_15S", "VIEW_3S_100PCT"],
  FOLLOWERS: ["FOLLOWERS"],
  APP_INSTALLS: ["APP_INSTALLS", "APP_CLICKS", "APP_PURCHASES"],
  APP_ENGAGEMENTS: ["APP_CLICKS", "APP_PURCHASES"],
  PREROLL_VIEWS: ["PREROLL", "PREROLL_STARTS"],
};
export const ALL_GOALS = [...new Set(Object.values(GOALS).flat())].sort();
/** Where a bid strategy is not available, or is the only one (docs, Line Items, `bid_strategy`). */
export const NO_MAX_BID = ["REACH", "FOLLOWERS"];
export const TARGET_BID = ["REACH", "FOLLOWERS", "WEBSITE_CLICKS"];

/** One value for each line item; there are no others. */
export const AGES = [
  "AGE_13_TO_24",
  "AGE_13_TO_34",
  "AGE_13_TO_49",
  "AGE_13_TO_54",
  "AGE_OVER_13",
  "AGE_18_TO_34",
  "AGE_18_TO_49",
  "AGE_18_TO_54",
  "AGE_OVER_18",
  "AGE_21_TO_34",
  "AGE_21_TO_49",
  "AGE_21_TO_54",
  "AGE_OVER_21",
  "AGE_25_TO_49",
  "AGE_25_TO_54",
  "AGE_OVER_25",
  "AGE_35_TO_49",
  "AGE_35_TO_54",
  "AGE_OVER_35",
  "AGE_OVER_50",
] as const;
export const OPERATORS = ["EQ", "NE", "GTE", "LT"] as const;
export const KEYWORD_TYPES = ["BROAD_KEYWORD", "EXACT_KEYWORD", "PHRASE_KEYWORD", "UNORDERED_KEYWORD"];
export const KEYWORDS_MAX = 1_000;

export const POST_TEXT_MAX = 280;
export const LINK_WEIGHT = 23;
export const POST_NAME_MAX = 80;
export const CARD_NAME_MAX = 80;
export const CARD_TITLE_MAX = 70;
export const VIDEO_TITLE_MAX = 70;
export const VIDEO_DESCRIPTION_MAX = 200;
export const VIDEO_CTAS = ["VISIT_SITE", "WATCH_NOW"] as const;

/** A day may cost a little more than its budget; our figure, because X publishes none. */
export const MAX_DAILY_OVERDELIVERY = 1.1;
export const STATS_IDS_MAX = 20;
export const SYNC_DAYS_MAX = 7;
export const JOB_DAYS_MAX = 90;
export const JOB_SEGMENTED_DAYS_MAX = 45;
export const JOBS_RUNNING_MAX = 100;
