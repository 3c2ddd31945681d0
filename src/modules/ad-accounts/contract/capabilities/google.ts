import { halalas } from "#base/shared/money.ts";
import type { Capabilities } from "./row.ts";

const megabyte = 1024 * 1024;

/** Google Ads API: Campaigns, Responsive search ads, Targeting, System limits. */
export const googleSearch: Capabilities = {
  platform: "google",
  placements: { options: ["search", "youtube"], pick: "one" },
  objectives: ["sales", "traffic"],
  // Google publishes no minimum for the riyal; it gives it in the refusal. Ours is above what was observed.
  minimumDailyBudget: halalas(10_00),
  // A daily budget is an average: one day may cost twice as much, a month at most 30.4 times (unconfirmed for a day).
  maxDailyOverdeliveryBasisPoints: 20_000,
  // Ad schedules of a campaign: at most six intervals a day.
  hourPlans: { spansPerDay: 6 },
  biddingStrategies: ["maximize_conversions", "maximize_conversion_value", "target_cpa", "target_roas"],
  targetCpa: { min: halalas(1_00), max: halalas(5_000_00) },
  targetRoas: { min: 100, max: 10_000_000 },
  // Without a conversion action "maximize conversions" becomes "maximize clicks".
  needsPixelFor: ["maximize_conversion_value", "target_cpa", "target_roas"],
  headlines: { min: 3, max: 15 },
  // Google allows 30; the product's own rule, under 27, is stricter.
  headlineMax: 26,
  descriptions: { min: 2, max: 4, length: 90 },
  textMax: 0,
  textsCountedBy: "units",
  brandMax: 25,
  // Search ads have no button.
  callsToAction: [],
  ages: {
    min: 18,
    maxOpenFrom: 65,
    steps: [
      { from: 18, to: 24 },
      { from: 25, to: 34 },
      { from: 35, to: 44 },
      { from: 45, to: 54 },
      { from: 55, to: 64 },
      { from: 65, to: null },
    ],
  },
  // No minimum radius is published; a kilometre is what Ads Manager offers.
  radiusMetres: { min: 1_000, max: 800_000 },
  maxGeoRadii: 500,
  // A proximity criterion cannot be negative; only Google's own places can.
  supportsExcludedPlaces: false,
  devices: ["mobile", "desktop", "tablet"],
  media: [],
  // Keywords: at most ten words.
  keywords: { min: 1, max: 200, length: 80, words: 10 },
  supportsExcludedAges: false,
  supportsOptimizedTargeting: false,
  needsProfile: false,
  editsAds: true,
  accessDays: null,
  settleSeconds: 30,
};

/** Google Ads API: Demand Gen, with its three surfaces on YouTube. */
export const googleYoutube: Capabilities = {
  ...googleSearch,
  headlines: { min: 1, max: 5 },
  descriptions: { min: 1, max: 5, length: 90 },
  textMax: 90,
  callsToAction: [
    "shop_now",
    "order_now",
    "learn_more",
    "sign_up",
    "subscribe",
    "book_now",
    "apply_now",
    "download_now",
    "contact_us",
    "watch_now",
  ],
  devices: ["mobile", "desktop", "tablet", "connected_tv"],
  // Any aspect ratio: YouTube shows tall videos as Shorts. Ten seconds is the minimum it recommends for ads.
  media: [
    {
      kind: "video",
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 1_024 * megabyte,
      width: null,
      height: null,
      seconds: { min: 10, max: 180 },
    },
  ],
  keywords: null,
  supportsOptimizedTargeting: true,
  automaticEnhancements: true,
};
