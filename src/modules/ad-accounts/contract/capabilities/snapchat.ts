import { halalas } from "#base/shared/money.ts";
import type { Capabilities } from "./row.ts";

const megabyte = 1024 * 1024;

/** Snap docs, Ads API: Campaigns, Ad Squads, Targeting, Creatives, Media. */
export const snapchat: Capabilities = {
  platform: "snapchat",
  placements: null,
  objectives: ["sales", "traffic"],
  // Budgets are set on the campaign, whose minimum is 20 units of the account's currency (an ad squad's would be 5).
  minimumDailyBudget: halalas(20_00),
  // Snap publishes no figure for daily overdelivery (unconfirmed); a quarter more is reserved to be safe.
  maxDailyOverdeliveryBasisPoints: 12_500,
  // `ad_scheduling_config` of an ad squad is accepted with a lifetime budget alone.
  hourPlans: { obstacle: "lifetime_budget_only" },
  biddingStrategies: ["maximize_conversions", "target_cpa"],
  targetCpa: { min: halalas(1), max: halalas(500_00) },
  targetRoas: null,
  needsPixelFor: ["target_cpa"],
  headlines: { min: 1, max: 1 },
  // Snap allows 34; the product's own rule, under 27, is stricter.
  headlineMax: 26,
  // Its ads show a headline and a brand, no text and no description.
  descriptions: null,
  textMax: 0,
  textsCountedBy: "units",
  // The API allows 32, Ads Manager 25: what a merchant may later edit there must fit.
  brandMax: 25,
  // No "call now": it needs an ad type of its own with a verified telephone number.
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
  ages: { min: 13, maxOpenFrom: 55, steps: null },
  radiusMetres: { min: 96, max: 100_000 },
  maxGeoRadii: 500,
  supportsExcludedPlaces: true,
  devices: ["mobile"],
  media: [
    {
      kind: "image",
      mimes: ["image/png", "image/jpeg"],
      // The product itself takes 5 MB.
      maxBytes: 32 * megabyte,
      width: 1_080,
      height: 1_920,
    },
    {
      kind: "video",
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 1_024 * megabyte,
      width: 1_080,
      height: 1_920,
      seconds: { min: 3, max: 180 },
    },
  ],
  keywords: null,
  supportsExcludedAges: false,
  supportsOptimizedTargeting: true,
  needsProfile: true,
  editsAds: true,
  accessDays: null,
  settleSeconds: 30,
};
