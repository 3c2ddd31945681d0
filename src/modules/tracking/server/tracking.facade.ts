import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Channel } from "#modules/ad-accounts/contract/platforms.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { attributionOf } from "./attribute-order.ts";
import { type LinkWish, linkForAd, setLinkChannels } from "./link-for-ad.ts";
import { clickDays } from "./list-links.ts";

type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "registeredHosts">; publicUrl: string };

export type TrackingFacade = ReturnType<typeof makeTrackingFacade>;

/** The only door into this room for other rooms' servers. */
export function makeTrackingFacade(deps: Deps) {
  return {
    /** The ad's tracking link, always the same one; refuses `tracking.destination_not_registered`. */
    linkForAd: (tx: Db, merchantId: string, wish: LinkWish) => linkForAd(deps, tx, merchantId, wish),
    /** The places of the campaign's ads have changed, and with them what its clicks are called in analytics. */
    setLinkChannels: (tx: Db, merchantId: string, campaignId: string, channels: readonly Channel[]) =>
      setLinkChannels(tx, merchantId, campaignId, channels),
    /** Clicks of campaigns by Riyadh day, both days included; people and machines apart. */
    clickDays: (db: Db, merchantId: string, campaignIds: readonly string[], from: string, to: string) =>
      clickDays(db, merchantId, campaignIds, from, to),
    /** The ad whose click brought the order; null when none is proven. */
    attributionOf: (db: Db, merchantId: string, orderId: string) => attributionOf(db, merchantId, orderId),
  };
}
