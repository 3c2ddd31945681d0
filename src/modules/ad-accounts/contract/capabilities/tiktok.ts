import { halalas } from "#base/shared/money.ts";
import { accountMoney } from "../currencies.ts";
import type { Capabilities } from "./row.ts";

const megabyte = 1024 * 1024;

/**
 * TikTok API for Business, v1.3: Budget, Campaign Budget Optimization, Update an ad group, Upload an image, Bidding.
 */
export const tiktok: Capabilities = {
  platform: "tiktok",
  placements: null,
  objectives: ["sales", "traffic"],
  // The minimum campaign budget is 50 units of the account's currency, for every currency (an ad group's would be 20).
  // Portal doc 1737585839634433.
  minimumDailyBudget: halalas(50_00),
  minimumInAccountCurrency: accountMoney(50_00),
  // A dynamic daily budget is an average: a day may cost a quarter more, a week seven times the budget.
  maxDailyOverdeliveryBasisPoints: 12_500,
  // `dayparting` of an ad group: every half hour of the week.
  hourPlans: { spansPerDay: null },
  // Value and return on ad spend need an account that TikTok has allowlisted (40118).
  biddingStrategies: ["maximize_conversions", "target_cpa"],
  // Bounds are not published (unconfirmed), except that a bid must be below the budget.
  targetCpa: { min: halalas(10), max: halalas(10_000_00) },
  targetRoas: null,
  needsPixelFor: ["target_cpa"],
  headlines: { min: 1, max: 1 },
  headlineMax: 26,
  descriptions: null,
  // One text of 100 characters holds headline and text, with a dash between them.
  textMax: 70,
  joinedTextMax: 100,
  textsCountedBy: "units",
  // Ads appear under a TikTok account, which shows its own name.
  brandMax: 0,
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
    "call_now",
    "watch_now",
  ],
  ages: {
    // Smart+ reaches nobody younger in sales campaigns.
    min: 18,
    maxOpenFrom: 55,
    steps: [
      { from: 18, to: 24 },
      { from: 25, to: 34 },
      { from: 35, to: 44 },
      { from: 45, to: 54 },
      { from: 55, to: null },
    ],
  },
  radiusMetres: null,
  maxGeoRadii: 0,
  supportsExcludedPlaces: false,
  devices: ["mobile"],
  media: [
    {
      kind: "image",
      mimes: ["image/png", "image/jpeg"],
      maxBytes: 5 * megabyte,
      width: 1_080,
      height: 1_920,
      shownAs: "carousel_with_music",
    },
    {
      kind: "video",
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 500 * megabyte,
      width: 1_080,
      height: 1_920,
      seconds: { min: 3, max: 600 },
    },
  ],
  keywords: null,
  supportsExcludedAges: false,
  supportsOptimizedTargeting: true,
  needsProfile: true,
  editsAds: true,
  automaticEnhancements: true,
  accessDays: null,
  settleSeconds: 30,
};
