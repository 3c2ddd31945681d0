import { halalas } from "#base/shared/money.ts";
import type { Capabilities } from "./row.ts";

const megabyte = 1024 * 1024;

/** Meta's documents, Marketing API: Budgets, Bid strategies, Basic targeting, Ad creative, Ad images, Ad videos. */
export const meta: Capabilities = {
  platform: "meta",
  placements: { options: ["facebook", "instagram"], pick: "some" },
  objectives: ["sales", "traffic"],
  // For clicks and purchases 2.50 dollars a day, 9.38 riyals (unconfirmed for riyals; the account's own minimum
  // decides).
  minimumDailyBudget: halalas(10_00),
  // A day may cost up to three quarters more than its budget, since 2025; older pages of Meta's still say a quarter.
  maxDailyOverdeliveryBasisPoints: 17_500,
  // Ad scheduling (`adset_schedule` with pacing `day_parting`) is accepted with a lifetime budget alone.
  hourPlans: { obstacle: "lifetime_budget_only" },
  biddingStrategies: ["maximize_conversions", "maximize_conversion_value", "target_cpa", "target_roas"],
  targetCpa: { min: halalas(1_00), max: halalas(5_000_00) },
  // The ROAS floor is 0.01 to 1000, in ten-thousandths.
  targetRoas: { min: 100, max: 10_000_000 },
  needsPixelFor: ["maximize_conversion_value", "target_cpa", "target_roas"],
  headlines: { min: 1, max: 1 },
  // Meta allows longer ones and shows 27; the product's own rule is under 27.
  headlineMax: 26,
  descriptions: { min: 0, max: 1, length: 27 },
  // Longer texts are accepted too, and cut behind "see more".
  textMax: 125,
  textsCountedBy: "units",
  // Ads appear under the name of their Page.
  brandMax: 0,
  // No "call now": its link is a telephone number, which cannot be a tracking link.
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
  ages: { min: 13, maxOpenFrom: 65, steps: null },
  radiusMetres: { min: 1_000, max: 80_000 },
  maxGeoRadii: 200,
  supportsExcludedPlaces: true,
  // Tablets count as mobile; televisions cannot be chosen.
  devices: ["mobile", "desktop"],
  media: [
    {
      kind: "image",
      mimes: ["image/png", "image/jpeg"],
      // The product itself takes 5 MB.
      maxBytes: 30 * megabyte,
      width: 1_080,
      height: 1_920,
    },
    {
      kind: "video",
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 500 * megabyte,
      width: 1_080,
      height: 1_920,
      seconds: { min: 1, max: 3_600 },
    },
  ],
  // Interests would have to replace keywords, which is not what a merchant who writes a keyword means.
  keywords: null,
  supportsExcludedAges: false,
  supportsOptimizedTargeting: true,
  needsProfile: true,
  editsAds: true,
  automaticEnhancements: true,
  accessDays: 60,
  settleSeconds: 30,
};
