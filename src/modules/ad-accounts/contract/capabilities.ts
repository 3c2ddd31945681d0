import type { Halalas } from "#base/shared/money.ts";
import { googleSearch, googleYoutube } from "./capabilities/google.ts";
import { meta } from "./capabilities/meta.ts";
import { snapchat } from "./capabilities/snapchat.ts";
import { tiktok } from "./capabilities/tiktok.ts";
import { x } from "./capabilities/x.ts";
import type {
  BiddingStrategy,
  CallToAction,
  Device,
  MediaKind,
  Objective,
  Placement,
  Platform,
} from "./platforms.ts";

/** From an age to an age, both included; `to` null is "and older". */
export type AgeStep = { from: number; to: number | null };

/** What a platform can do and where its limits lie: the one table that forms, checks and adapters read. */
export type Capabilities = {
  platform: Platform;
  /** Places a campaign chooses between; null where the platform has but one. */
  placements: { options: readonly Placement[]; pick: "one" | "some" } | null;
  objectives: readonly Objective[];
  minimumDailyBudget: Halalas;
  /** How much of a daily budget one day may cost at worst, in basis points: 10_000 is the budget itself. */
  maxDailyOverdeliveryBasisPoints: number;
  biddingStrategies: readonly BiddingStrategy[];
  /** Bounds of the cost wanted for one result, where `target_cpa` is known. */
  targetCpa: { min: Halalas; max: Halalas };
  /** Bounds of the return wanted, in basis points (10_000 = every riyal comes back once), where `target_roas` is known. */
  targetRoas: { min: number; max: number } | null;
  /** Both need a measuring pixel (a conversion) in the ad account. */
  needsPixelFor: readonly BiddingStrategy[];
  /** How many headlines an ad takes, and their length. */
  headlines: { min: number; max: number };
  headlineMax: number;
  /** Null: shown nowhere. */
  descriptions: { min: number; max: number; length: number } | null;
  textMax: number;
  /** How the platform measures its texts: UTF-16 units, or X's weights (a link is 23, an Arabic letter 1, an emoji 2). */
  textsCountedBy: "units" | "x_weights";
  brandMax: number;
  callsToAction: readonly CallToAction[];
  /**
   * From `maxOpenFrom` on the platform cannot end an age range: an upper age above it means no upper bound. Where `steps`
   * stands, a range must be whole steps.
   */
  ages: { min: number; maxOpenFrom: number; steps: readonly AgeStep[] | null };
  /** Null: it knows no circles, only the whole Kingdom. */
  radiusMetres: { min: number; max: number } | null;
  maxGeoRadii: number;
  devices: readonly Device[];
  /** None where ads are all words. */
  media: readonly {
    kind: MediaKind;
    mimes: readonly string[];
    maxBytes: number;
    width: number | null;
    height: number | null;
    /** Videos only. */
    seconds?: { min: number; max: number };
    /** What the platform makes of the file where that is not the file alone. */
    shownAs?: "carousel_with_music";
  }[];
  /** Null: it takes none. */
  keywords: { min: number; max: number; length: number } | null;
  supportsExcludedAges: boolean;
  supportsOptimizedTargeting: boolean;
  /** Ads appear under a public profile (page, identity), without which none can be made. */
  needsProfile: boolean;
  /** Ads can be changed and paused where they stand; otherwise they are taken away and made anew. */
  editsAds: boolean;
  /** It can change ads by itself (music, crops, texts); off unless the merchant wants it. */
  automaticEnhancements?: boolean;
  /** Days a permission lasts where it cannot be renewed without the merchant; null where it renews itself or never ends. */
  accessDays: number | null;
  /** A writing that got no answer may still be under way there for so long: look it up only after that. */
  settleSeconds: number;
};

/** Platforms that can be linked in this release; one that is absent is shown as coming later. */
const table: Partial<Record<Platform, Capabilities>> = { meta, snapchat, tiktok, x, google: googleSearch };

/** What differs on one of a platform's channels: its own row. */
const placementCapabilities: Partial<Record<Placement, Capabilities>> = {
  search: googleSearch,
  youtube: googleYoutube,
};

/** Null for a platform that cannot be linked yet. With the campaign's channels where a platform has them. */
export function getCapabilities(
  platform: Platform,
  placements: readonly Placement[] = [],
): Capabilities | null {
  const [own] = placements.flatMap((placement) => placementCapabilities[placement] ?? []);
  return own?.platform === platform ? own : (table[platform] ?? null);
}
