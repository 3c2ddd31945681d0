/**
 * Limits of the Google Ads API, version 25, that the simulator enforces. Sources:
 * developers.google.com/google-ads/api, pages campaigns, responsive-search-ads, demand-gen, system-limits, quotas;
 * what no page states is in QUIRKS.md.
 */

/** Supported versions; others are refused as unsupported. */
export const VERSIONS = ["v24", "v25", "v26"] as const;

export const OPERATIONS_MAX = 10_000;
export const NAME_MAX_BYTES = 255;
export const LABEL_NAME_MAX = 80;

/** Money is in micros: 1 unit of the account's currency is 1,000,000. The smallest coin is a hundredth. */
export const MICROS_STEP = 10_000n;
/** The minimum daily budget, by currency. No table is published; Google states it in the error's details. */
export const BUDGET_MIN_MICROS: Record<string, bigint> = { SAR: 4_000_000n, USD: 1_000_000n };
export const BUDGET_MAX_MICROS = 100_000_000_000_000n;

export const SEARCH_AD = {
  headlines: { min: 3, max: 15, width: 30 },
  descriptions: { min: 2, max: 4, width: 90 },
  pathWidth: 15,
  enabledPerAdGroup: 3,
} as const;

export const DEMAND_GEN_VIDEO_AD = {
  headlines: { min: 1, max: 5, width: 40 },
  longHeadlines: { min: 1, max: 5, width: 90 },
  descriptions: { min: 1, max: 5, width: 90 },
  videos: { min: 1, max: 5 },
  logos: { min: 1, max: 5 },
  callsToAction: { min: 0, max: 1 },
  businessNameWidth: 25,
} as const;

export const DEMAND_GEN_IMAGE_AD = {
  headlines: { min: 1, max: 5, width: 40 },
  descriptions: { min: 1, max: 5, width: 90 },
  images: { min: 1, max: 20 },
  logos: { min: 1, max: 5 },
  businessNameWidth: 25,
} as const;

export type ImageShape = { ratio: number; width: number; height: number };
/** The image of an ad slot: width by height ratio, and the minimum size. A ratio off by a hundredth is accepted. */
export const SHAPES = {
  marketingImages: { ratio: 1.91, width: 600, height: 314 },
  squareMarketingImages: { ratio: 1, width: 300, height: 300 },
  portraitMarketingImages: { ratio: 4 / 5, width: 480, height: 600 },
  tallPortraitMarketingImages: { ratio: 9 / 16, width: 600, height: 1_067 },
  logoImages: { ratio: 1, width: 128, height: 128 },
} as const satisfies Record<string, ImageShape>;
export const IMAGE_BYTES_MAX = 5_120 * 1_024;

export const KEYWORD = { length: 80, words: 10 } as const;
/** Intervals of an ad schedule on one day (reference, AdScheduleInfo: no more than six for the same day). */
export const SCHEDULES_PER_DAY = 6;
export const RADIUS_MAX_KM = 800;
export const KM_PER_UNIT = { KILOMETERS: 1, MILES: 1.609344 } as const;
export const BID_MODIFIER = { min: 0.1, max: 10 } as const;
export const TARGET_ROAS = { min: 0.01, max: 1_000 } as const;

export const SAUDI_ARABIA = "geoTargetConstants/2682";
export const LANGUAGES: Record<string, string> = { "1000": "English", "1019": "Arabic" };

/** Rows on a page of results. */
export const PAGE_ROWS = 10_000;
/** How far back reports by day or hour go. */
export const REPORT_MONTHS = 37;

export const UPLOAD_GRANULARITY = 256 * 1_024;
/** YouTube's processing time of an uploaded file, in minutes of the world's clock. */
export const VIDEO_MINUTES = 2;
/** A video gets its id this long after its upload has ended. */
export const VIDEO_UNNAMED_MINUTES = 1;

/** Requests for one customer: no number is published; the burst size, and the rate a second after that. */
export const RATE = { burst: 100, perSecond: 100 } as const;

export const SCOPE = "https://www.googleapis.com/auth/adwords";
/** Purchases and customer lists (Data Manager API, Set up API access). */
export const DATA_MANAGER_SCOPE = "https://www.googleapis.com/auth/datamanager";
export const ACCESS_TOKEN_SECONDS = 3_599;
export const CODE_SECONDS = 600;
