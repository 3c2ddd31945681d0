import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Facades } from "#base/server/module.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";

/** What this module's use cases are given. */
export type ConversionsDeps = {
  db: Db;
  log: Log;
  /** Seals who is on a customer list. */
  vault: Vault;
  /** Waits and retries. */
  systemClock: Clock;
  /** Business time. */
  worldClock: Clock;
  stores: Pick<
    Facades["stores"],
    | "findOrderFacts"
    | "listOrderFacts"
    | "findOrderContacts"
    | "setContactSharing"
    | "listBuyers"
    | "eraseContact"
  >;
  tracking: Pick<TrackingFacade, "findOrderClicks">;
  adAccounts: Pick<AdAccountsFacade, "findLinkedAdAccount" | "listLinkedAdAccounts" | "bindAdPlatform">;
};
