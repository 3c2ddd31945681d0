import type { Halalas } from "#base/shared/money.ts";
import type { AccountMoney } from "../contract/currencies.ts";
import type {
  BiddingStrategy,
  Device,
  MediaKind,
  Objective,
  Placement,
  Platform,
} from "../contract/platforms.ts";

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
  /** Opaque to all but the adapter: a bearer token, or a token with its secret (X). */
  accessToken: string;
  /** Null where the platform has none (then the merchant links again when the access token ends), and in the answer to a
   * refresh that leaves the old one standing. */
  refreshToken: string | null;
  /** Null when the platform names no end. */
  expiresAt: Date | null;
  scopes: readonly string[];
};

/** Where a merchant may advertise: the choices after the consent page. */
export type AccessibleOrganization = {
  id: string;
  name: string;
  adAccounts: readonly AccessibleAdAccount[];
  /** Public profiles (pages, identities) that ads can appear under. */
  profiles: readonly { id: string; name: string }[];
};
export type AccessibleAdAccount = {
  id: string;
  name: string;
  /** ISO 4217; `noCurrency` where the account has no means of payment, and with it no currency. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** False when no ads can be made in it: the platform has disabled it, or this person may only look at it. */
  isUsable: boolean;
  reason?: "disabled" | "role_not_enough";
};

/** The way to the platform's consent page. */
export type AuthorizationStart = {
  url: string;
  /** What the callback will name: the state asked for, or the platform's own (X's request token). */
  state: string;
  /** What the exchange needs later and nobody may see meanwhile; null where there is nothing. */
  secret: string | null;
};

/** What the callback's query says. */
export type AuthorizationCallback = { state: string | null; outcome: "allowed" | "denied" | "unclear" };

/** Faults here: `rejected` when the consent or its scopes won't do, `reconnect` when a permission is no longer renewed. */
export interface AccountLinker {
  /** The platform's own consent page; it comes back to `redirectUri`. */
  startAuthorization(request: {
    state: string;
    redirectUri: string;
    codeChallenge: string;
  }): Promise<AuthorizationStart>;
  /** Platforms name different things in the callback: `code`, `auth_code`, `oauth_verifier`. */
  parseCallback(query: Readonly<Record<string, string>>): AuthorizationCallback;
  exchangeCode(request: {
    query: Readonly<Record<string, string>>;
    redirectUri: string;
    codeVerifier: string;
    /** As `startAuthorization` gave it. */
    secret: string | null;
  }): Promise<PlatformTokens>;
  refresh(refreshToken: string): Promise<PlatformTokens>;
  listAccessibleAccounts(accessToken: string): Promise<AccessibleOrganization[]>;
  /** The account's measuring pixel, or null: asked for the one account that was chosen. */
  findPixel(
    accessToken: string,
    account: { organizationId: string; adAccountId: string },
  ): Promise<string | null>;
}

/** The account all other calls act on, and the permission to do so. */
export type AdAccountContext = {
  accessToken: string;
  organizationId: string;
  adAccountId: string;
  profileId: string | null;
  pixelId: string | null;
  timeZone: string;
  /** ISO 4217: what all amounts of the account are in. */
  currency: string;
  uploads: PendingUploads;
};

/**
 * Uploads to one account that its platform does not yet show under our reference, by the platform's own names. They outlive
 * the process for a day, so a file whose processing takes its time is asked for, not sent again.
 */
export interface PendingUploads {
  find(reference: string): Promise<string | null>;
  save(reference: string, name: string): Promise<void>;
  forget(reference: string): Promise<void>;
}

/** What the merchant wants to stand on the platform. `reference` is our id: it finds the object again after a lost answer. */
export type CampaignSpec<Money = AccountMoney> = {
  reference: string;
  name: string;
  objective: Objective;
  /** Where the ads appear, on platforms with several places: one or some of the capabilities' `placements`. */
  placements: readonly Placement[];
  startsAt: Date;
  endsAt: Date | null;
  dailyBudget: Money;
  biddingStrategy: BiddingStrategy;
  /** For target_cpa. */
  targetCpa: Money | null;
  /** For target_roas, in basis points: 35_000 wants 3.5 riyals back for each one spent. */
  targetRoas: number | null;
};

export type AdGroupSpec<Money = AccountMoney> = {
  reference: string;
  platformCampaignId: string;
  campaign: CampaignSpec<Money>;
  name: string;
  /** `ageMax` null: no upper bound. */
  ageMin: number;
  ageMax: number | null;
  gender: "all" | "male" | "female";
  /** Circles to advertise in; the whole Kingdom when empty. */
  geoRadii: readonly { latitude: number; longitude: number; radiusMetres: number }[];
  /** Any device when empty. */
  devices: readonly Device[];
  optimizedTargeting: boolean;
  keywords: readonly string[];
};

export type AdSpec = {
  reference: string;
  platformCampaignId: string;
  platformAdGroupId: string;
  /** The campaign's. */
  placements: readonly Placement[];
  name: string;
  headline: string;
  /** Further headlines and descriptions, where a platform puts ads together from several (Google Search). */
  moreHeadlines: readonly string[];
  text: string;
  description: string;
  moreDescriptions: readonly string[];
  brandName: string;
  /** One of the platform's `callsToAction` in its capabilities. */
  callToAction: string;
  /** The tracking link. */
  url: string;
  /** Null only on channels whose ads are all words. */
  media: AdMedia | null;
  /** The merchant wants the platform's automatic changes of the ad (music, crops, texts); otherwise they are switched off. */
  automaticEnhancements: boolean;
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
export type PlatformState<Money = AccountMoney> = {
  platformId: string;
  status: "active" | "paused" | "deleted";
  /** For campaigns: what may be spent a day as the platform holds it; absent where it is not told. */
  dailyBudget?: Money;
  /** For ads: the platform's review. */
  review?: { outcome: "pending" | "approved" | "rejected"; reasons: readonly string[] };
};

export type Level = "campaign" | "ad_group" | "ad";

/**
 * Everything is created paused; starting is a status change of its own. A create looks for its reference first, so that
 * after a lost answer it may be called again and answers with what it made; wait `settleSeconds` (capabilities) before,
 * and never call it twice at once for one reference.
 */
export interface CampaignPublisher<Money = AccountMoney> {
  createCampaign(account: AdAccountContext, order: CampaignSpec<Money>): Promise<{ platformId: string }>;
  createAdGroup(account: AdAccountContext, order: AdGroupSpec<Money>): Promise<{ platformId: string }>;
  /** Uploads what is missing, makes the creative and the ad; each step is found by its reference when it already stands. */
  createAd(account: AdAccountContext, order: AdSpec): Promise<{ platformId: string }>;
  updateCampaign(account: AdAccountContext, platformId: string, order: CampaignSpec<Money>): Promise<void>;
  updateAdGroup(account: AdAccountContext, platformId: string, order: AdGroupSpec<Money>): Promise<void>;
  updateAd(account: AdAccountContext, platformId: string, order: AdSpec): Promise<void>;
  /** The object that carries our reference, or null: how a lost answer is looked up. */
  find(
    account: AdAccountContext,
    level: Level,
    reference: string,
    parentPlatformId: string | null,
  ): Promise<PlatformState<Money> | null>;
  setStatus(
    account: AdAccountContext,
    level: Level,
    platformId: string,
    status: "active" | "paused",
  ): Promise<void>;
  /** Deleting what is already gone is done. */
  remove(account: AdAccountContext, level: Level, platformId: string): Promise<void>;
  /** The states of what stands on the platform, for drift and reviews; unknown ids are left out. */
  states(
    account: AdAccountContext,
    level: Level,
    platformIds: readonly string[],
  ): Promise<PlatformState<Money>[]>;
}

/** How finely figures are told. A day is a day of the ad account's own time zone. */
export type Grain = "hour" | "day";

/** One ad's figures in one hour or one day, as the platform counts them. */
export type AdFigures<Money = AccountMoney> = {
  platformAdId: string;
  /** UTC: on the hour, or the account's midnight. */
  startsAt: Date;
  impressions: number;
  clicks: number;
  spend: Money;
  /** What the platform claims its ads sold. */
  platformReportedPurchases: number;
  platformReportedSales: Money;
  /** True once the platform will not correct this any more; absent where it does not say. */
  isFinal?: boolean;
};

export type FiguresQuery = {
  /** Campaigns of this account; adapters ask for as many at once as their platform takes. */
  platformCampaignIds: readonly string[];
  from: Date;
  to: Date;
  grain: Grain;
};

export interface FigureReader<Money = AccountMoney> {
  /**
   * Figures of the campaigns' ads that begin in [from, to), in pages; hours and days in which nothing happened may be left
   * out, and ads of the account's other campaigns may come along. What was told before may come again, corrected, and so
   * may earlier hours of the first day of the account: hundredths are rounded over its day, so that its hours add up to
   * what it cost.
   */
  readFigures(account: AdAccountContext, query: FiguresQuery): AsyncIterable<AdFigures<Money>[]>;
}

/** A role of the port with the account filled in: the same calls without their first argument. */
type Bound<Role> = {
  [Call in keyof Role]: Role[Call] extends (account: AdAccountContext, ...rest: infer Rest) => infer Outcome
    ? (...rest: Rest) => Outcome
    : never;
};

/**
 * The platform as one linked ad account, with a permission that is kept alive: what other modules work with. Amounts are
 * in riyals, whatever the account is billed in.
 */
export type BoundAdPlatform = Bound<CampaignPublisher<Halalas>> &
  Bound<FigureReader<Halalas>> & { readonly adAccountId: string };
