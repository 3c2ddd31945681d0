import type { Halalas } from "#base/shared/money.ts";
import type { AccountMoney } from "../currencies.ts";
import type {
  BiddingStrategy,
  CallToAction,
  Device,
  MediaKind,
  Objective,
  Placement,
  Platform,
} from "../platforms.ts";

/** From an age to an age, both included; `to` null is "and older". */
export type AgeStep = { from: number; to: number | null };

/** Why a platform cannot show ads at some hours only. */
type HourPlanObstacle = "lifetime_budget_only" | "not_offered";

/** What a platform can do and its limits: the one table that forms, checks and adapters use. */
export type Capabilities = {
  platform: Platform;
  /** Placements a campaign chooses between; null where the platform has only one. */
  placements: { options: readonly Placement[]; pick: "one" | "some" } | null;
  objectives: readonly Objective[];
  minimumDailyBudget: Halalas;
  /** Where the platform names the same figure for every currency: in the ad account's own. */
  minimumInAccountCurrency?: AccountMoney;
  /** The most that one day may cost, in basis points of the daily budget: 10_000 is the budget itself. */
  maxDailyOverdeliveryBasisPoints: number;
  /**
   * Whether ads can be shown at some hours of the week only, and the most spans that one day may have; null: any.
   * Otherwise why not: with a budget for the whole run alone, which our daily budgets are not, or not in its interface.
   */
  hourPlans: { spansPerDay: number | null } | { obstacle: HourPlanObstacle };
  biddingStrategies: readonly BiddingStrategy[];
  /** Bounds of the target cost per result, where `target_cpa` is supported. */
  targetCpa: { min: Halalas; max: Halalas };
  /**
   * Bounds of the target return, in basis points (10_000 = one riyal back for each one spent), where `target_roas` is
   * supported.
   */
  targetRoas: { min: number; max: number } | null;
  /** Both need a conversion pixel in the ad account. */
  needsPixelFor: readonly BiddingStrategy[];
  /** How many headlines an ad takes, and their length. */
  headlines: { min: number; max: number };
  headlineMax: number;
  /** Null: not shown by the platform. */
  descriptions: { min: number; max: number; length: number } | null;
  textMax: number;
  /** Where headline and text are shown as one: the most characters of both together. */
  joinedTextMax?: number;
  /**
   * How the platform measures text length: UTF-16 units, or X's weights (a link is 23, an Arabic letter 1, an emoji
   * 2).
   */
  textsCountedBy: "units" | "x_weights";
  brandMax: number;
  callsToAction: readonly CallToAction[];
  /**
   * From `maxOpenFrom` on, the platform cannot end an age range: a higher upper age means no upper bound. Where
   * `steps` is set, a range must be whole steps.
   */
  ages: { min: number; maxOpenFrom: number; steps: readonly AgeStep[] | null };
  /** Null: it supports no radius targeting, only the whole Kingdom. */
  radiusMetres: { min: number; max: number } | null;
  /** Included and excluded ones together. */
  maxGeoRadii: number;
  /** Ads can be kept away from a circle around a place. */
  supportsExcludedPlaces: boolean;
  devices: readonly Device[];
  /** Empty where ads have no media. */
  media: readonly {
    kind: MediaKind;
    mimes: readonly string[];
    maxBytes: number;
    width: number | null;
    height: number | null;
    /** Videos only. */
    seconds?: { min: number; max: number };
    /** The platform's processing of the file, where it does not show the file alone. */
    shownAs?: "carousel_with_music";
  }[];
  /** Null: it accepts none. `words`: the most words in one keyword. */
  keywords: { min: number; max: number; length: number; words?: number } | null;
  supportsExcludedAges: boolean;
  supportsOptimizedTargeting: boolean;
  /** Ads appear under a public profile (page, identity); none can be created without one. */
  needsProfile: boolean;
  /** Existing ads can be changed and paused; otherwise they are removed and created again. */
  editsAds: boolean;
  /** It can change ads automatically (music, crops, texts); off unless the merchant turns it on. */
  automaticEnhancements?: boolean;
  /** Days access lasts where only the merchant can renew it; null where it renews itself or never expires. */
  accessDays: number | null;
  /** A write that got no answer may still be in progress there for this long: look it up only after that. */
  settleSeconds: number;
};
