import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind, Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { Season, SeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";

/** What this module needs from other modules, each as narrow as it is used. */
export type AdAccounts = {
  /**
   * The merchant's ad account, also one whose access is `lost`; null or undefined when it is not theirs or was
   * unlinked.
   */
  findLinkedAdAccount(
    ctx: ReadContext,
    adAccountId: string,
  ): Promise<
    | {
        id: string;
        platform: Platform;
        has_pixel: boolean;
        /** The public profiles that its ads may appear under. */
        profiles: readonly { id: string }[];
        /** ISO 4217. */
        currency: string;
        status: "linked" | "lost";
      }
    | null
    | undefined
  >;
  /** Null for a platform that cannot be linked yet. `placements` where the platform has several. */
  getCapabilities(platform: Platform, placements?: readonly Placement[]): Capabilities | null;
  /** The platform with valid access to this account; throws AdapterFault `reconnect` when there is none. */
  bindAdPlatform(merchantId: string, adAccountId: string): BoundAdPlatform | Promise<BoundAdPlatform>;
};

export type Merchants = {
  /** The names of the members, other than the reader, who made these entries of a log, by id. */
  nameActors(
    ctx: ReadContext,
    entries: readonly { actor_kind: string; actor_id: string | null }[],
  ): Promise<ReadonlyMap<string, string>>;
};

type CampaignHold = { purpose: "campaign"; subject: string };
export type Wallet = {
  /** Holds exactly this amount for the campaign. Refuses growth without a card or enough available balance. */
  hold(ctx: Context, hold: CampaignHold & { amount_halalas: number; title: string }): Promise<unknown>;
  /** Refuses, as a hold does, when so much more could not be held: no card, or not enough available balance. */
  requireFunds(ctx: Context, input: { amount_halalas: number }): Promise<void>;
  /**
   * What could be held now, read once: each call takes so much more from it, or refuses as a hold would. Moves nothing.
   */
  previewHolds(ctx: ReadContext): Promise<(growth: { amount_halalas: number }) => void>;
  /** Releases all that is held for the campaign. */
  release(ctx: Context, hold: CampaignHold): Promise<unknown>;
};

export type Tracking = {
  /** The ad's tracking link. The same ad keeps its link; only its destination changes. */
  upsertAdLink(
    ctx: Context,
    link: {
      ad_id: string;
      ad_group_id: string;
      campaign_id: string;
      platform: Platform;
      placements: readonly Placement[];
      destination_url: string;
      /** The names of the ad and its campaign, by which the merchant finds the link. */
      name: string;
      project_name: string;
    },
  ): Promise<{ id: string; url: string }>;
  /** The campaign has another name or other placements: the links of its ads carry both. */
  setLinkCampaign(
    ctx: Context,
    input: { campaignId: string; name: string; placements: readonly Placement[] },
  ): Promise<void>;
};

export type Stores = {
  /** Addresses (with a path where stores share a host) that a merchant's links may lead to. */
  listRegisteredHosts(ctx: ReadContext): Promise<string[]>;
  /** The merchant's stores, those with a lost connection included. */
  listConnectedStores(ctx: ReadContext): Promise<{ id: string }[]>;
  /** Those in which shoppers can buy now: connected and open. */
  listOpenStores(ctx: ReadContext): Promise<{ id: string }[]>;
  listStoreNames(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
};

export type Seasons = {
  /** The seasons with a day in [from, to], the earliest first. */
  findSeasons(db: Db, span: { from: RiyadhDay; to: RiyadhDay }): Promise<Season[]>;
  proposeBudgets: SeasonsFacade["proposeBudgets"];
};

export type Conversions = {
  /** Lists on the platform of people whom the merchant's ads leave out. */
  findExcludedLists(
    ctx: ReadContext,
    account: { adAccountId: string; platform: Platform },
  ): Promise<string[]>;
};

export type Media = {
  findMediaFile(ctx: ReadContext, mediaId: string): Promise<MediaFile | null | undefined>;
  /** The ad shows this file from now on, which therefore cannot be deleted; false when it is gone. */
  recordAdMedia(
    ctx: Context,
    use: {
      ad_id: string;
      ad_group_id: string;
      campaign_id: string;
      name: string;
      media_id: string | null;
    },
  ): Promise<boolean>;
  /** These ads are deleted, and their files free. */
  forgetAdMedia(
    ctx: Context,
    ads: { ad_id: string } | { ad_group_id: string } | { campaign_id: string },
  ): Promise<void>;
};
export type MediaReader = Pick<Media, "findMediaFile">;
export type MediaFile = {
  id: string;
  kind: MediaKind;
  mime: string;
  file_name: string;
  width: number;
  height: number;
  bytes: number;
  /** Videos only. */
  seconds?: number | null;
  open(): Promise<NodeJS.ReadableStream>;
};

/** What is read of the figures; statements that join them use the facade's subqueries. */
export type Figures = Pick<
  FiguresFacade,
  "query" | "loadListFigures" | "loadUsualShare" | "findCompleteUntil"
>;

export type Clocks = { worldClock: Clock; systemClock: Clock };

/** Everything the module's calls and jobs need; each use case takes a part of it. `worldClock`: for jobs only. */
export type CampaignsDeps = Clocks & {
  db: Db;
  merchants: Merchants;
  adAccounts: AdAccounts;
  wallet: Wallet;
  tracking: Tracking;
  stores: Stores;
  media: Media;
  conversions: Conversions;
  figures: Figures;
  seasons: Seasons;
};
