import { halalas } from "#base/shared/money.ts";
import type { AgeStep, Capabilities } from "./row.ts";

const megabyte = 1024 * 1024;

/** X docs, Ads API, Targeting Options: the only age ranges a line item accepts, one of them at a time. */
const ageBuckets: readonly AgeStep[] = [
  ...[24, 34, 49, 54, null].map((to) => ({ from: 13, to })),
  ...[34, 49, 54, null].map((to) => ({ from: 18, to })),
  ...[34, 49, 54, null].map((to) => ({ from: 21, to })),
  ...[49, 54, null].map((to) => ({ from: 25, to })),
  ...[49, 54, null].map((to) => ({ from: 35, to })),
  { from: 50, to: null },
];

/** X docs, Ads API: Campaigns, Line Items, Targeting Criteria, Creatives; X API: media best practices. */
export const x: Capabilities = {
  platform: "x",
  placements: null,
  objectives: ["sales", "traffic"],
  // X publishes none (unconfirmed): below this a day buys too few clicks to learn from.
  minimumDailyBudget: halalas(20_00),
  // X publishes no figure for daily overdelivery (unconfirmed); a quarter more is reserved to be safe.
  maxDailyOverdeliveryBasisPoints: 12_500,
  // Value and return on ad spend are not supported.
  // The API's line items have a start and an end, no hours between them.
  hourPlans: { obstacle: "not_offered" },
  biddingStrategies: ["maximize_conversions", "target_cpa"],
  // GET /bidding_rules names 10,000 and 1,000,000,000 millionths for the dollar; the same is assumed for the riyal.
  targetCpa: { min: halalas(1), max: halalas(1_000_00) },
  targetRoas: null,
  needsPixelFor: ["target_cpa"],
  headlines: { min: 1, max: 1 },
  // A card's title allows 70; the product's own rule, under 27, is stricter.
  headlineMax: 26,
  // Cards show none.
  descriptions: null,
  // Of 280; the link in the text of a video post takes 23 and a space.
  textMax: 256,
  textsCountedBy: "x_weights",
  // The brand is the X account itself, with its own name and picture.
  brandMax: 0,
  // The button of a website card cannot be chosen.
  callsToAction: [],
  ages: { min: 13, maxOpenFrom: 54, steps: ageBuckets },
  radiusMetres: null,
  maxGeoRadii: 0,
  supportsExcludedPlaces: false,
  devices: ["mobile", "desktop"],
  media: [
    {
      kind: "image",
      mimes: ["image/png", "image/jpeg", "image/webp"],
      // A post allows 5 MB, a website card 3. It shows 1:1 or 1.91:1 from 800 pixels.
      maxBytes: 3 * megabyte,
      width: 1_080,
      height: 1_080,
    },
    { kind: "animated_image", mimes: ["image/gif"], maxBytes: 15 * megabyte, width: null, height: null },
    {
      kind: "video",
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 500 * megabyte,
      width: null,
      height: null,
      seconds: { min: 3, max: 140 },
    },
  ],
  // The maximum length is not published (unconfirmed).
  keywords: { min: 0, max: 1_000, length: 80 },
  supportsExcludedAges: false,
  supportsOptimizedTargeting: true,
  needsProfile: true,
  editsAds: false,
  accessDays: null,
  settleSeconds: 30,
};
