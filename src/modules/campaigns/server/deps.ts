import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind, Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** What this room asks of its neighbours, each as narrow as it is used. */
export type AdAccounts = {
  /** The merchant's ad account, also one whose permission is `lost`; null or undefined when it is not theirs or was unlinked. */
  linkedAdAccount(
    db: Db,
    merchantId: string,
    adAccountId: string,
  ): Promise<
    { id: string; platform: Platform; has_pixel: boolean; status: "linked" | "lost" } | null | undefined
  >;
  /** Null for a platform that cannot be linked yet. With the campaign's channels where a platform has them. */
  getCapabilities(platform: Platform, placements?: readonly Placement[]): Capabilities | null;
  /** The platform with a living permission for this account; throws AdapterFault `reconnect` when there is none. */
  bindAdPlatform(merchantId: string, adAccountId: string): BoundAdPlatform | Promise<BoundAdPlatform>;
};

export type Wallet = {
  /** Holds exactly this much for the campaign from now on; refuses when it must grow and card or free money is missing. */
  setReserve(
    tx: Tx,
    merchantId: string,
    reserve: { campaign_id: string; amount_halalas: number; title: string },
  ): Promise<unknown>;
};

export type Tracking = {
  /** The ad's tracking link; the same ad keeps its link and only its destination changes. */
  upsertAdLink(
    tx: Tx,
    merchantId: string,
    link: {
      ad_id: string;
      ad_group_id: string;
      campaign_id: string;
      platform: Platform;
      placements: readonly Placement[];
      destination_url: string;
    },
  ): Promise<{ id: string; url: string }>;
  /** The campaign's ads appear elsewhere from now on. */
  setLinkPlacements(
    tx: Tx,
    merchantId: string,
    campaignId: string,
    placements: readonly Placement[],
  ): Promise<void>;
};

export type Stores = {
  /** Addresses (with path where stores share a host) that a merchant's links may lead into. */
  registeredHosts(db: Db, merchantId: string): Promise<string[]>;
  /** The merchant's stores, those whose connection was lost too. */
  connectedStores(db: Db, merchantId: string): Promise<{ id: string }[]>;
};

export type Media = {
  findMediaFile(db: Db, merchantId: string, mediaId: string): Promise<MediaFile | null | undefined>;
};
export type MediaFile = {
  id: string;
  kind: MediaKind;
  mime: string;
  file_name: string;
  width: number;
  height: number;
  bytes: number;
  /** Of videos. */
  seconds?: number | null;
  open(): Promise<NodeJS.ReadableStream>;
};

export type Clocks = { worldClock: Clock; systemClock: Clock };

/** Everything the room's calls and jobs need; use cases ask for less. */
export type CampaignsDeps = Clocks & {
  db: Db;
  adAccounts: AdAccounts;
  wallet: Wallet;
  tracking: Tracking;
  stores: Stores;
  media: Media;
};
