/**
 * Limits and lists of TikTok's Marketing API v1.3 that the simulator enforces. Sources:
 * business-api.tiktok.com/portal/docs, ids 1739381246298114 (Budget), 1737585839634433 (Currency), 1739381757818881
 * (Campaign Budget Optimization), 1739586761631745 (Update an ad group), 1739067433456642 (Upload an image),
 * 1740302848100353 (Synchronous report), 1737172488964097 (Return codes), 1853452461203458 (Upgraded Smart+
 * Campaign), 1847302878676994 (Create a regular Upgraded Smart+ Web Campaign), 1766217791987713 (Create Carousel
 * Ads), 1777633230937090 (Create single image ads).
 */
export const API = "/open_api/v1.3";

/** Numeric scopes of an app: ad account, ads management, audience, reporting, creative, pixel. */
export const SCOPES = { account: 1, ads: 2, audience: 3, reporting: 4, creative: 6, pixel: 8 } as const;
export const AUTH_CODE_SECONDS = 3_600;

/** Basic access: calls of one app in a second, and the endpoints with a lower limit. */
export const CALLS_A_SECOND = 10;
export const NARROWER: Record<string, number> = { "/ad/create/": 5, "/report/task/create/": 2 };

export const NAME_MAX = 512;
export const AD_TEXT_MAX = 100;
export const DISPLAY_NAME_MAX = 40;
export const IDENTITY_NAME_MAX = 100;
export const FILE_NAME_MAX = 100;
export const URL_MAX = 2_048;

export const OBJECTIVES = [
  "REACH",
  "TRAFFIC",
  "VIDEO_VIEWS",
  "LEAD_GENERATION",
  "ENGAGEMENT",
  "APP_PROMOTION",
  "WEB_CONVERSIONS",
  "PRODUCT_SALES",
] as const;
/**
 * Objectives whose campaigns, ad groups and ads can no longer be created in the manual flow from this instant on.
 * TikTok's page names the end of 2026 for every manual campaign; makers of tools say that only these four are meant.
 */
export const MANUAL_FLOW_ENDS = Date.parse("2027-01-01T00:00:00Z");
export const MANUAL_FLOW_ENDS_FOR: readonly string[] = [
  "WEB_CONVERSIONS",
  "PRODUCT_SALES",
  "LEAD_GENERATION",
  "APP_PROMOTION",
];
/** Objectives of an Upgraded Smart+ campaign. */
export const SMART_PLUS_OBJECTIVES = ["APP_PROMOTION", "WEB_CONVERSIONS", "LEAD_GENERATION"] as const;
/** The optimization goals of an ad group of a Smart+ web campaign, with their billing events. */
export const SMART_PLUS_GOALS: Record<string, string> = {
  CLICK: "CPC",
  CONVERT: "OCPM",
  TRAFFIC_LANDING_PAGE_VIEW: "OCPM",
  VALUE: "OCPM",
};
export const SMART_PLUS_BUDGET_MODES = ["BUDGET_MODE_DYNAMIC_DAILY_BUDGET", "BUDGET_MODE_TOTAL"] as const;
export const SMART_PLUS_CHILDREN_MAX = 30;
/** The maximum page size of the list of Smart+ ads. */
export const SMART_PLUS_AD_PAGE_MAX = 100;

export const CAMPAIGN_TYPES = ["REGULAR_CAMPAIGN", "IOS14_CAMPAIGN"] as const;
export const SPECIAL_INDUSTRIES = ["HOUSING", "EMPLOYMENT", "CREDIT"] as const;
export const CREATE_STATUSES = ["ENABLE", "DISABLE"] as const;
export const OPERATIONS = ["ENABLE", "DISABLE", "DELETE"] as const;

export const CAMPAIGN_BUDGET_MODES = [
  "BUDGET_MODE_INFINITE",
  "BUDGET_MODE_DAY",
  "BUDGET_MODE_TOTAL",
  "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
] as const;
/** In units of the currency, for SAR, USD, AED and QAR alike (their verification ratio is 1). */
export const CAMPAIGN_BUDGET_MIN = 50;
export const ADGROUP_BUDGET_MIN = 20;
/** Exclusive. */
export const BUDGET_CEILING = 10_000_000;
/** A new budget must be this much above what was already spent. */
export const BUDGET_OVER_SPENT = 1.05;
/** A dynamic daily budget is an average over a week: one day may spend this multiple of it. */
export const DYNAMIC_MAX_DAILY_OVERDELIVERY = 1.25;

export const PLACEMENT_TYPES = ["PLACEMENT_TYPE_AUTOMATIC", "PLACEMENT_TYPE_NORMAL"] as const;
export const PLACEMENTS = ["PLACEMENT_TIKTOK", "PLACEMENT_PANGLE", "PLACEMENT_GLOBAL_APP_BUNDLE"] as const;
export const SCHEDULE_TYPES = ["SCHEDULE_FROM_NOW", "SCHEDULE_START_END"] as const;
export const BID_TYPES = ["BID_TYPE_NO_BID", "BID_TYPE_CUSTOM"] as const;
export const PACINGS = ["PACING_MODE_SMOOTH", "PACING_MODE_FAST"] as const;
export const GENDERS = ["GENDER_UNLIMITED", "GENDER_MALE", "GENDER_FEMALE"] as const;
export const OPERATING_SYSTEMS = ["ANDROID", "IOS"] as const;
export const OPTIMIZATION_EVENTS = [
  "SHOPPING",
  "INITIATE_ORDER",
  "ON_WEB_CART",
  "ON_WEB_DETAIL",
  "ON_WEB_REGISTER",
  "FORM",
] as const;
/** The lowest and highest age of each group; the last is open. */
export const AGE_GROUPS: Record<string, { from: number; to: number | null }> = {
  AGE_13_17: { from: 13, to: 17 },
  AGE_18_24: { from: 18, to: 24 },
  AGE_25_34: { from: 25, to: 34 },
  AGE_35_44: { from: 35, to: 44 },
  AGE_45_54: { from: 45, to: 54 },
  AGE_55_100: { from: 55, to: null },
};

/** The optimization goals by objective, with their billing events. Objectives left out are not supported. */
export const GOALS: Record<string, Record<string, string>> = {
  TRAFFIC: { CLICK: "CPC", TRAFFIC_LANDING_PAGE_VIEW: "OCPM" },
  WEB_CONVERSIONS: { CONVERT: "OCPM", VALUE: "OCPM" },
  REACH: { REACH: "CPM" },
};
export const BILLING_EVENTS = ["CPC", "CPM", "CPV", "OCPM", "GD"] as const;

/** The earliest start of an ad group before now, and its latest end. */
export const START_MAY_LIE_BACK_MS = 12 * 3_600_000;
export const LATEST_START = "2028-01-01 00:00:00";
export const LATEST_END = "2038-01-01 00:00:00";

export const AD_FORMATS = ["SINGLE_VIDEO", "SINGLE_IMAGE", "CAROUSEL_ADS"] as const;
/** A carousel in TikTok's feed: the number of images, their maximum size and ratio, and required music. */
export const CAROUSEL_PICTURES_MAX = 35;
export const CAROUSEL_EDGES_MAX = { short: 1_242, long: 2_340 } as const;
export const CAROUSEL_RATIO_MAX = 20 / 9;
/** A single image runs only outside TikTok, in these sizes; others need an allow-listed account. */
export const SINGLE_IMAGE_SIZES: readonly string[] = ["720x1280", "1200x628", "640x640"];
export const ADS_PER_GROUP_MAX = 20;
export const IDENTITY_TYPES = ["CUSTOMIZED_USER", "AUTH_CODE", "TT_USER", "BC_AUTH_TT"] as const;
export const CALLS_TO_ACTION = [
  "APPLY_NOW",
  "BOOK_NOW",
  "CALL_NOW",
  "CONTACT_US",
  "DOWNLOAD_NOW",
  "GET_QUOTE",
  "GET_SHOWTIMES",
  "GET_TICKETS_NOW",
  "INSTALL_NOW",
  "INTERESTED",
  "LEARN_MORE",
  "LISTEN_NOW",
  "ORDER_NOW",
  "PLAY_GAME",
  "PREORDER_NOW",
  "READ_MORE",
  "SEND_MESSAGE",
  "SHOP_NOW",
  "SIGN_UP",
  "SUBSCRIBE",
  "VIEW_NOW",
  "VIEW_PROFILE",
  "VISIT_STORE",
  "WATCH_LIVE",
  "WATCH_NOW",
  "CHECK_AVAILABILITY",
  "EXPERIENCE_NOW",
] as const;

export const IMAGE_BYTES_MAX = 50 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 3_686_400;
export const VIDEO_BYTES_MAX = 500 * 1024 * 1024;
/** A help page says 5 to 60 seconds; only lengths that are certainly too short or too long are refused. */
export const VIDEO_SECONDS = { min: 3, max: 600 };
/** The minimum of the shorter and longer edge, by shape. */
export const VIDEO_SHAPES = { square: [640, 640], oblong: [540, 960] } as const;

/** Reports: the maximum days in one call, by the smallest time unit. */
export const REPORT_DAYS = { stat_time_hour: 1, stat_time_day: 30, none: 365 } as const;
export const REPORT_IDS_MAX = 100;
export const IDS_PER_STATUS_UPDATE = 20;
export const IDS_PER_FILTER = 100;
