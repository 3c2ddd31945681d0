import { type Halalas, halalas } from "#base/shared/money.ts";
import type { BiddingStrategy, CallToAction, Device, MediaKind, Platform } from "./platforms.ts";

/** What a platform can do and where its limits lie: the one table that forms, checks and adapters read. */
export type Capabilities = {
  platform: Platform;
  minimumDailyBudget: Halalas;
  /** How much of a daily budget one day may cost at worst, in basis points: 10_000 is the budget itself. */
  worstDayBasisPoints: number;
  biddingStrategies: readonly BiddingStrategy[];
  /** Bounds of the cost wanted for one result, where `target_cpa` is known. */
  targetCpa: { min: Halalas; max: Halalas };
  headlineMax: number;
  brandMax: number;
  callsToAction: readonly CallToAction[];
  /** From `maxOpenFrom` on the platform cannot end an age range: an upper age above it means no upper bound. */
  ages: { min: number; maxOpenFrom: number };
  radiusMetres: { min: number; max: number };
  circlesMax: number;
  devices: readonly Device[];
  media: readonly {
    kind: MediaKind;
    mimes: readonly string[];
    maxBytes: number;
    width: number | null;
    height: number | null;
    /** Videos only. */
    seconds?: { min: number; max: number };
  }[];
  supportsKeywords: boolean;
  supportsExcludedAges: boolean;
  /** Ads appear under a public profile (page, identity), without which none can be made. */
  needsProfile: boolean;
  /** A writing that got no answer may still be under way there for so long: look it up only after that. */
  settleSeconds: number;
};

const megabyte = 1024 * 1024;

/** Snap docs, Ads API: Campaigns, Ad Squads, Targeting, Creatives, Media. */
const snapchat: Capabilities = {
  platform: "snapchat",
  // Budgets stand on the campaign, whose least is 20 units of the account's currency (an ad squad's would be 5).
  minimumDailyBudget: halalas(20_00),
  // Snap publishes no figure for a day's overspending (unconfirmed); a quarter more is kept back to be safe.
  worstDayBasisPoints: 12_500,
  biddingStrategies: ["maximize_conversions", "target_cpa"],
  targetCpa: { min: halalas(1), max: halalas(500_00) },
  // Snap takes 34; the product's own rule, under 27, is the narrower one.
  headlineMax: 26,
  // The API takes 32, Ads Manager 25: what a merchant may later edit there must fit.
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
  ages: { min: 13, maxOpenFrom: 55 },
  radiusMetres: { min: 96, max: 100_000 },
  circlesMax: 500,
  devices: ["mobile"],
  media: [
    {
      kind: "image",
      mimes: ["image/png", "image/jpeg"],
      maxBytes: 5 * megabyte,
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
  supportsKeywords: false,
  supportsExcludedAges: false,
  needsProfile: true,
  settleSeconds: 30,
};

/** Platforms that can be linked in this release; one that is absent is shown as coming later. */
const table: Partial<Record<Platform, Capabilities>> = { snapchat };

/** Null for a platform that cannot be linked yet. */
export function capabilitiesOf(platform: Platform): Capabilities | null {
  return table[platform] ?? null;
}
