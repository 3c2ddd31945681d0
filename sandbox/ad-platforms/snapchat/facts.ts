/**
 * Limits and lists of Snapchat's Ads API that the simulator enforces. Sources: developers.snap.com, Ads-API pages
 * campaigns, ad-squads, targeting, creatives, ads, media, measurement.
 */

export const MAX_OBJECTS_PER_WRITE = {
  campaigns: 30,
  adsquads: 30,
  ads: 30,
  creatives: 10,
  media: 10,
} as const;

export const STATUSES = ["ACTIVE", "PAUSED"] as const;
export const NAME_MAX = 375;
export const HEADLINE_MAX = 34;
export const BRAND_MAX = 32;
export const URL_MAX = 2_048;

/** Money is in micro: 1 unit of the account's currency is 1,000,000. */
export const CAMPAIGN_BUDGET_MIN_MICRO = 20_000_000;
export const SQUAD_BUDGET_MIN_MICRO = 5_000_000;
export const BID_MIN_MICRO = 10_000;
const BID_MAX_MICRO = 500_000_000;
const NARROW_BID_MAX_MICRO = 100_000_000;
const NARROW_BID_CURRENCIES = ["EUR", "GBP", "KWD", "CAD", "AUD", "CHF"];

/** The highest bid an account may send, by its currency. */
export function bidMaxMicro(currency: string): number {
  return NARROW_BID_CURRENCIES.includes(currency) ? NARROW_BID_MAX_MICRO : BID_MAX_MICRO;
}

export const OBJECTIVES = ["AWARENESS_AND_ENGAGEMENT", "TRAFFIC", "LEADS", "APP_PROMOTION", "SALES"] as const;
export const PROMOTION_TYPES = [
  "PROMOTE_PLACES",
  "PROMOTE_SHOWS",
  "APP_INSTALL",
  "APP_REENGAGEMENT",
] as const;

export const OPTIMIZATION_GOALS = [
  "IMPRESSIONS",
  "SWIPES",
  "APP_INSTALLS",
  "VIDEO_VIEWS",
  "VIDEO_VIEWS_15_SEC",
  "USES",
  "STORY_OPENS",
  "PIXEL_PAGE_VIEW",
  "PIXEL_ADD_TO_CART",
  "PIXEL_PURCHASE",
  "PIXEL_SIGNUP",
  "LANDING_PAGE_VIEW",
  "LEAD_FORM_SUBMISSIONS",
  "APP_ADD_TO_CART",
  "APP_PURCHASE",
  "APP_SIGNUP",
  "APP_REENGAGE_OPEN",
  "APP_REENGAGE_PURCHASE",
] as const;

/** Goals that count an event on the advertiser's site or app; ACCELERATED pacing is refused with them. */
export function isConversionGoal(goal: unknown): boolean {
  return typeof goal === "string" && /^(PIXEL_|APP_|LANDING_PAGE_VIEW|LEAD_)/.test(goal);
}

export function needsPixel(goal: unknown): boolean {
  return typeof goal === "string" && (goal.startsWith("PIXEL_") || goal === "LANDING_PAGE_VIEW");
}

export const BID_STRATEGIES = ["AUTO_BID", "LOWEST_COST_WITH_MAX_BID", "TARGET_COST"] as const;
export const DELIVERY_CONSTRAINTS = ["DAILY_BUDGET", "LIFETIME_BUDGET", "REACH_AND_FREQUENCY"] as const;
export const POSITIONS = [
  "INTERSTITIAL_USER",
  "INTERSTITIAL_CONTENT",
  "INTERSTITIAL_SPOTLIGHT",
  "INSTREAM",
  "PUBLIC_STORIES_INSTREAM",
  "CHAT_FEED",
  "FEED",
  "CAMERA",
  "POST_CAPTURE_CAROUSEL",
] as const;

export const METRES_PER_UNIT = { METERS: 1, KILOMETERS: 1_000, FEET: 0.3048, MILES: 1_609.344 } as const;
export const RADIUS_MIN_METRES = 96;
export const RADIUS_MAX_METRES = 100_000;
export const CIRCLES_MAX = 500;
export const MIN_AGE_FLOOR = 13;
export const MAX_AGE_CEILING = 55;

export const CREATIVE_TYPES = [
  "SNAP_AD",
  "APP_INSTALL",
  "WEB_VIEW",
  "DEEP_LINK",
  "AD_TO_LENS",
  "AD_TO_CALL",
  "AD_TO_MESSAGE",
  "PREVIEW",
  "COMPOSITE",
  "LENS",
  "LENS_WEB_VIEW",
  "LENS_APP_INSTALL",
  "LENS_DEEP_LINK",
  "COLLECTION",
  "LEAD_GENERATION",
  "REMINDER",
] as const;

export const AD_TYPES = [
  "SNAP_AD",
  "APP_INSTALL",
  "REMOTE_WEBPAGE",
  "DEEP_LINK",
  "STORY",
  "AD_TO_LENS",
  "AD_TO_CALL",
  "AD_TO_MESSAGE",
  "FILTER",
  "LENS",
  "LENS_WEB_VIEW",
  "LENS_APP_INSTALL",
  "LENS_DEEP_LINK",
  "COLLECTION",
  "LEAD_GENERATION",
  "REMINDER",
] as const;

/** The ad type of a creative type: the same name, but a website creative needs REMOTE_WEBPAGE. */
export function adTypeFor(creativeType: string): string {
  return creativeType === "WEB_VIEW" ? "REMOTE_WEBPAGE" : creativeType;
}

export const CALLS_TO_ACTION: Record<string, readonly string[]> = {
  WEB_VIEW: [
    "APPLY_NOW",
    "MORE",
    "ORDER_NOW",
    "PLAY",
    "READ",
    "SHOP_NOW",
    "SHOW",
    "SIGN_UP",
    "VIEW",
    "WATCH",
    "DONATE",
    "DOWNLOAD",
    "RESPOND",
    "BUY_TICKETS",
    "SHOWTIMES",
    "BOOK_NOW",
    "GET_NOW",
    "LISTEN",
    "TRY",
    "VOTE",
    "VIEW_MENU",
    "PRE_REGISTER",
    "PLAY_GAME",
  ],
  AD_TO_CALL: ["CALL_NOW", "OPEN_APP"],
  AD_TO_MESSAGE: ["MESSAGE_NOW", "OPEN_APP"],
};

export const MEDIA_TYPES = ["VIDEO", "IMAGE", "LENS_PACKAGE", "PLAYABLE"] as const;
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const ONE_REQUEST_BYTES_MAX = 32 * 1024 * 1024;
export const CHUNKS_MAX = 32;
export const VIDEO_SECONDS = { min: 3, max: 180 };
export const TOP_SNAP = { width: 1_080, height: 1_920 };

/** Hours younger than this may still be corrected; `finalized_data_end_time` is this boundary. */
export const SETTLING_HOURS = 48;

export const RATE_PER_TOKEN = 10;
export const RATE_PER_APP = 20;
export const ACCESS_TOKEN_SECONDS = 3_600;
export const CODE_SECONDS = 600;

export const SCOPES = {
  ads: "snapchat-marketing-api",
  profiles: "snapchat-profile-api",
  conversions: "snapchat-offline-conversions-api",
} as const;
