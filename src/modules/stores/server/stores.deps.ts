import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/words.ts";
import type { SiteProbe } from "./site-probe.port.ts";
import type { StoreAccess } from "./store-access.ts";
import type { StorePlatform } from "./store-platform.port.ts";

/** What this module needs from the merchants module. */
export type MerchantRecords = {
  recordWebsiteType(tx: Db, merchantId: string, type: StorePlatformName): Promise<void>;
  recordStoreActive(tx: Db, merchantId: string, isActive: boolean): Promise<void>;
};

export type Platforms = Partial<Record<StorePlatformName, StorePlatform>>;

export type StoresDeps = {
  db: Db;
  log: Log;
  vault: Vault;
  /** Codes, tokens, locks. */
  systemClock: Clock;
  /** Order times, and times that merchants read. */
  worldClock: Clock;
  platforms: Platforms;
  access: StoreAccess;
  /** Reads merchants' own sites. */
  sites: SiteProbe;
  merchants: MerchantRecords;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
};
