import type { Halalas } from "#base/shared/money.ts";
import type { BiddingStrategy, Device, MediaKind, Platform } from "../contract/platforms.ts";

export type { Capabilities } from "../contract/capabilities.ts";

/**
 * One ad platform, in our words. Every call may throw AdapterFault: `rejected` (tell the merchant), `reconnect` (link
 * again), `later` (nothing was done, try again), `outcome_unknown` (a writing got no answer: find before repeating).
 */
export interface AdPlatform extends AccountLinker, CampaignPublisher, FigureReader {
  readonly platform: Platform;
}

/** What the platform gave us for acting in a merchant's name. */
export type PlatformTokens = {
  accessToken: string;
  /** Null where the platform has none (then the merchant links again when the access token ends). */
  refreshToken: string | null;
  /** Null when the platform names no end. */
  expiresAt: Date | null;
  scopes: readonly string[];
};

/** Where a merchant may advertise: the choices after the consent page. */
export type OfferedOrganization = {
  id: string;
  name: string;
  adAccounts: readonly OfferedAdAccount[];
  /** Public profiles (pages, identities) that ads can appear under. */
  profiles: readonly { id: string; name: string }[];
};
export type OfferedAdAccount = {
  id: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** False when no ads can be made in it: the platform has disabled it, or this person may only look at it. */
  isUsable: boolean;
  reason?: "disabled" | "role_not_enough";
};

/** Faults here: `rejected` when the code or its scopes won't do, `reconnect` when a refresh token is no longer taken. */
export interface AccountLinker {
  /** The platform's own consent page; it comes back to `redirectUri` with a code and the state. */
  consentUrl(request: { state: string; redirectUri: string; codeChallenge: string }): string;
  exchangeCode(request: { code: string; redirectUri: string; codeVerifier: string }): Promise<PlatformTokens>;
  refresh(refreshToken: string): Promise<PlatformTokens>;
  offers(accessToken: string): Promise<OfferedOrganization[]>;
  /** The account's measuring pixel, or null: asked for the one account that was chosen. */
  pixelOf(accessToken: string, adAccountId: string): Promise<string | null>;
}

/** The account all other calls act on, and the permission to do so. */
export type ActingFor = {
  accessToken: string;
  organizationId: string;
  adAccountId: string;
  profileId: string | null;
  pixelId: string | null;
  timeZone: string;
};

/** What the merchant wants to stand on the platform. `reference` is our id: it finds the object again after a lost answer. */
export type CampaignOrder = {
  reference: string;
  name: string;
  objective: "sales" | "traffic";
  startsAt: Date;
  endsAt: Date | null;
  dailyBudget: Halalas;
  biddingStrategy: BiddingStrategy;
  /** For target_cpa. */
  targetCpa: Halalas | null;
};

export type AdGroupOrder = {
  reference: string;
  platformCampaignId: string;
  campaign: CampaignOrder;
  name: string;
  /** `ageMax` null: no upper bound. */
  ageMin: number;
  ageMax: number | null;
  gender: "all" | "male" | "female";
  /** Circles to advertise in; the whole Kingdom when empty. */
  circles: readonly { latitude: number; longitude: number; radiusMetres: number }[];
  /** Any device when empty. */
  devices: readonly Device[];
  optimizedTargeting: boolean;
  keywords: readonly string[];
};

export type AdOrder = {
  reference: string;
  platformCampaignId: string;
  platformAdGroupId: string;
  name: string;
  headline: string;
  text: string;
  description: string;
  brandName: string;
  /** One of the platform's `callsToAction` in its capabilities. */
  callToAction: string;
  /** The tracking link. */
  url: string;
  media: AdMedia;
};
export type AdMedia = {
  /** Our id; the platform's copy is found by it. */
  reference: string;
  kind: MediaKind;
  mime: string;
  fileName: string;
  bytes: number;
  open(): Promise<NodeJS.ReadableStream>;
};

/** What the platform says stands there now. */
export type PlatformState = {
  platformId: string;
  status: "active" | "paused" | "deleted";
  /** For ads: the platform's review. */
  review?: { outcome: "pending" | "approved" | "rejected"; reasons: readonly string[] };
};

export type Level = "campaign" | "ad_group" | "ad";

/**
 * Everything is created paused; starting is a status change of its own. A create looks for its reference first, so that
 * after a lost answer it may be called again and answers with what it made; wait `settleSeconds` (capabilities) before,
 * and never call it twice at once for one reference.
 */
export interface CampaignPublisher {
  createCampaign(account: ActingFor, order: CampaignOrder): Promise<{ platformId: string }>;
  createAdGroup(account: ActingFor, order: AdGroupOrder): Promise<{ platformId: string }>;
  /** Uploads what is missing, makes the creative and the ad; each step is found by its reference when it already stands. */
  createAd(account: ActingFor, order: AdOrder): Promise<{ platformId: string }>;
  updateCampaign(account: ActingFor, platformId: string, order: CampaignOrder): Promise<void>;
  updateAdGroup(account: ActingFor, platformId: string, order: AdGroupOrder): Promise<void>;
  updateAd(account: ActingFor, platformId: string, order: AdOrder): Promise<void>;
  /** The object that carries our reference, or null: how a lost answer is looked up. */
  find(
    account: ActingFor,
    level: Level,
    reference: string,
    parentPlatformId: string | null,
  ): Promise<PlatformState | null>;
  setStatus(account: ActingFor, level: Level, platformId: string, status: "active" | "paused"): Promise<void>;
  /** Deleting what is already gone is done. */
  remove(account: ActingFor, level: Level, platformId: string): Promise<void>;
  /** The states of what stands on the platform, for drift and reviews; unknown ids are left out. */
  states(account: ActingFor, level: Level, platformIds: readonly string[]): Promise<PlatformState[]>;
}

/** One ad's figures in one hour, as the platform counts them. */
export type HourFigures = {
  platformAdId: string;
  /** UTC, on the hour. */
  hour: Date;
  impressions: number;
  clicks: number;
  spend: Halalas;
  /** What the platform claims its ads sold. */
  claimedPurchases: number;
  claimedSales: Halalas;
  /** True once the platform will not correct this hour any more; absent where it does not say. */
  isFinal?: boolean;
};

export interface FigureReader {
  /**
   * Hours in [from, to) of one campaign's ads, in pages. Hours told before may come again, corrected, and so may earlier
   * hours of the first Riyadh day: halalas are rounded over the day, so that its hours add up to what it cost.
   */
  readHours(
    account: ActingFor,
    platformCampaignId: string,
    from: Date,
    to: Date,
  ): AsyncIterable<HourFigures[]>;
}

/** A role of the port with the account filled in: the same calls without their first argument. */
type Bound<Role> = {
  [Call in keyof Role]: Role[Call] extends (account: ActingFor, ...rest: infer Rest) => infer Outcome
    ? (...rest: Rest) => Outcome
    : never;
};

/** The platform as one linked ad account, with a permission that is kept alive: what other modules work with. */
export type BoundAdPlatform = Bound<CampaignPublisher> &
  Bound<FigureReader> & { readonly adAccountId: string };
