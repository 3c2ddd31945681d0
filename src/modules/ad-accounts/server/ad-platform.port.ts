import type { ConsentPage, ConsentRequest } from "#base/server/oauth/consent.ts";
import type { TokenPair } from "#base/server/oauth/sealed-tokens.ts";
import type { AccountMoney } from "../contract/currencies.ts";
import type { HourPlan } from "../contract/hour-plan.ts";
import type {
  AudienceSplit,
  BiddingStrategy,
  Device,
  MediaKind,
  Objective,
  Placement,
  Platform,
} from "../contract/platforms.ts";

import type { AdAccountContext } from "./ad-account-context.port.ts";
import type { ConversionReceiver } from "./conversion-receiver.port.ts";
import type { CustomerListKeeper } from "./customer-list.port.ts";

export type { Capabilities } from "../contract/capabilities.ts";
export type { AdAccountContext, PendingUploads } from "./ad-account-context.port.ts";

/**
 * One ad platform, in our terms. Every call may throw AdapterFault: `rejected` (show the merchant why), `reconnect`
 * (link again), `later` (nothing was done, retry), `outcome_unknown` (a write got no answer: find before repeating).
 */
export interface AdPlatform
  extends AccountLinker,
    CampaignPublisher,
    FigureReader,
    ConversionReceiver,
    CustomerListKeeper,
    Partial<AudienceReader> {
  readonly platform: Platform;
}

/** Opaque to all but the adapter: a bearer token, or a token with its secret (X). */
export type PlatformTokens = TokenPair;

/** An organization and what the merchant can use in it: the choices after the consent page. */
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
  /** ISO 4217; `noCurrency` where the account has no payment method, and therefore no currency. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** False when no ads can be created in it: the platform has disabled it, or this person may only view it. */
  isUsable: boolean;
  reason?: "disabled" | "role_not_enough";
};

/** What the callback's query says. */
export type AuthorizationCallback = { state: string | null; outcome: "allowed" | "denied" | "unclear" };

/**
 * Faults here: `rejected` when the authorization or its scopes are not sufficient, `reconnect` when access is no
 * longer renewed.
 */
export interface AccountLinker {
  /** The platform's own consent page; it redirects to `redirectUri`. */
  startAuthorization(request: ConsentRequest): Promise<ConsentPage>;
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
  /** The account's conversion pixel, or null: read for the chosen account only. */
  findPixel(
    accessToken: string,
    account: { organizationId: string; adAccountId: string },
  ): Promise<string | null>;
}

/** The desired state on the platform. `reference` is our id: it finds the object again after a lost answer. */
export type CampaignSpec<Money = AccountMoney> = {
  reference: string;
  name: string;
  objective: Objective;
  /** Where the ads appear, on platforms with several placements: one or some of the capabilities' `placements`. */
  placements: readonly Placement[];
  startsAt: Date;
  endsAt: Date | null;
  /** The hours of the week at which its ads are shown, in Riyadh time; null: always. */
  hours: HourPlan | null;
  dailyBudget: Money;
  biddingStrategy: BiddingStrategy;
  /** For target_cpa. */
  targetCpa: Money | null;
  /** For target_roas, in basis points: 35_000 means 3.5 riyals back for each one spent. */
  targetRoas: number | null;
};

/** A circle around a point, in degrees. */
export type GeoRadius = { latitude: number; longitude: number; radiusMetres: number };

export type AdGroupSpec<Money = AccountMoney> = {
  reference: string;
  platformCampaignId: string;
  campaign: CampaignSpec<Money>;
  name: string;
  /** `ageMax` null: no upper bound. */
  ageMin: number;
  ageMax: number | null;
  gender: "all" | "male" | "female";
  /** Radius targets; the whole Kingdom when empty. */
  geoRadii: readonly GeoRadius[];
  /** Where ads are not shown; only where the capabilities have `supportsExcludedPlaces`. */
  excludedRadii: readonly GeoRadius[];
  /** All devices when empty. */
  devices: readonly Device[];
  optimizedTargeting: boolean;
  /** Customer lists, by their ids on the platform, whose people are not shown its ads. */
  excludedListIds?: readonly string[];
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
  /** Further headlines and descriptions, where a platform combines several (Google Search). */
  moreHeadlines: readonly string[];
  text: string;
  description: string;
  moreDescriptions: readonly string[];
  brandName: string;
  /** One of the platform's `callsToAction` in its capabilities. */
  callToAction: string;
  /** The tracking link. */
  url: string;
  /** Null only on placements whose ads have no media. */
  media: AdMedia | null;
  /**
   * The merchant turned on the platform's automatic changes of the ad (music, crops, texts); otherwise they are off.
   */
  automaticEnhancements: boolean;
};
export type AdMedia = {
  /** Our id; it finds the platform's copy. */
  reference: string;
  kind: MediaKind;
  mime: string;
  fileName: string;
  bytes: number;
  open(): Promise<NodeJS.ReadableStream>;
};

/** The object's current state, as the platform reports it. */
export type PlatformState<Money = AccountMoney> = {
  platformId: string;
  status: "active" | "paused" | "deleted";
  /** For campaigns: the daily budget as the platform has it; absent where it does not say. */
  dailyBudget?: Money;
  /** For ads: the platform's review. */
  review?: { outcome: "pending" | "approved" | "rejected"; reasons: readonly string[] };
};

export type Level = "campaign" | "ad_group" | "ad";

/**
 * Everything is created paused; starting is a status change of its own. A create looks for its reference first, so
 * after a lost answer it can be called again and returns what it created; wait `settleSeconds` (capabilities) before,
 * and never call it twice at once for one reference.
 */
export interface CampaignPublisher<Money = AccountMoney> {
  createCampaign(account: AdAccountContext, order: CampaignSpec<Money>): Promise<{ platformId: string }>;
  createAdGroup(account: AdAccountContext, order: AdGroupSpec<Money>): Promise<{ platformId: string }>;
  /** Uploads missing media, creates the creative and the ad; each step is skipped when its reference already exists. */
  createAd(account: AdAccountContext, order: AdSpec): Promise<{ platformId: string }>;
  updateCampaign(account: AdAccountContext, platformId: string, order: CampaignSpec<Money>): Promise<void>;
  updateAdGroup(account: AdAccountContext, platformId: string, order: AdGroupSpec<Money>): Promise<void>;
  updateAd(account: AdAccountContext, platformId: string, order: AdSpec): Promise<void>;
  /** The object with our reference, or null: used to look it up after a lost answer. */
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
  /** Idempotent: deleting what no longer exists succeeds. */
  remove(account: AdAccountContext, level: Level, platformId: string): Promise<void>;
  /** The states of objects on the platform, for drift and reviews; unknown ids are left out. */
  states(
    account: AdAccountContext,
    level: Level,
    platformIds: readonly string[],
  ): Promise<PlatformState<Money>[]>;
}

/** Resolution of figures. A day is a day of the ad account's own time zone. */
export type Grain = "hour" | "day";

/** One ad's figures in one hour or one day, as the platform counts them. */
export type AdFigures<Money = AccountMoney> = {
  platformAdId: string;
  /** UTC: on the hour, or the account's midnight. */
  startsAt: Date;
  impressions: number;
  clicks: number;
  spend: Money;
  /** Sales that the platform attributes to its ads. */
  platformReportedPurchases: number;
  platformReportedSales: Money;
  /** Of these, after ads that were seen and not clicked; absent where the report does not tell (`claimRules`). */
  platformReportedViewPurchases?: number;
  platformReportedViewSales?: Money;
  /** True once the platform will not correct this any more; absent where it does not say. */
  isFinal?: boolean;
};

export type FiguresQuery = {
  /** Campaigns of this account; adapters query as many at once as their platform allows. */
  platformCampaignIds: readonly string[];
  from: Date;
  to: Date;
  grain: Grain;
};

export interface FigureReader<Money = AccountMoney> {
  /**
   * Figures of the campaigns' ads that begin in [from, to), in pages; hours and days in which nothing happened may be
   * missing, and ads of the account's other campaigns may be included. A figure may come again, corrected, and so may
   * earlier hours of the account's first day: hundredths are rounded over the account's day, so that its hours add up
   * to what it cost.
   */
  readFigures(account: AdAccountContext, query: FiguresQuery): AsyncIterable<AdFigures<Money>[]>;
}

export type AudienceQuery = {
  platformCampaignId: string;
  /** Whole days of the account are read: those that have an instant in [from, to). */
  from: Date;
  to: Date;
  by: AudienceSplit;
};

/** Sums over the period of one group of people. */
export type AudienceFigures<Money = AccountMoney> = {
  /**
   * `25-34` or `65+`; `male`, `female`; a place's name as the platform writes it; a placement in lower case
   * (`facebook`, `search_partners`); `unknown` where it is not known.
   */
  key: string;
  impressions: number;
  clicks: number;
  spend: Money;
};

export interface AudienceReader<Money = AccountMoney> {
  /**
   * Who saw a campaign, by one split; null where the platform's reports do not say. The sums may differ from those of
   * ads by rounding, and because they are read at another moment.
   */
  readAudience(account: AdAccountContext, query: AudienceQuery): Promise<AudienceFigures<Money>[] | null>;
}
