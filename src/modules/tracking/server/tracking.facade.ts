import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { findAttribution } from "./attribute-order.ts";
import { listClickDays } from "./list-links.ts";
import { type AdLinkInput, setLinkPlacements, upsertAdLink } from "./upsert-ad-link.ts";

type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "registeredHosts">; publicUrl: string };

export type TrackingFacade = ReturnType<typeof makeTrackingFacade>;

/** The only access to this module for other modules' servers. */
export function makeTrackingFacade(deps: Deps) {
  return {
    /** The ad's tracking link, always the same one; refuses `tracking.destination_not_registered`. */
    upsertAdLink: (tx: Db, merchantId: string, input: AdLinkInput) =>
      upsertAdLink(deps, tx, merchantId, input),
    /** The campaign's placements have changed, and with them the UTM tags of its links. */
    setLinkPlacements: (tx: Db, merchantId: string, campaignId: string, placements: readonly Placement[]) =>
      setLinkPlacements(tx, merchantId, campaignId, placements),
    /** Clicks of campaigns by Riyadh day, both days included; valid and bot clicks apart. */
    listClickDays: (db: Db, merchantId: string, campaignIds: readonly string[], from: string, to: string) =>
      listClickDays(db, merchantId, campaignIds, from, to),
    /** The ad whose click brought the order; null when none is proven. */
    findAttribution: (db: Db, merchantId: string, orderId: string) =>
      findAttribution(db, merchantId, orderId),
  };
}
