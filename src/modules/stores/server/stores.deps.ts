import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import type { OrderContacts } from "./order-contacts.ts";
import type { SiteProbe } from "./site-probe.port.ts";
import type { StoreAccess } from "./store-access.ts";
import type { StorePlatform } from "./store-platform.port.ts";
import type { MerchantRecords } from "./stores.store.ts";

export type Platforms = Partial<Record<StorePlatformName, StorePlatform>>;

export type StoresDeps = {
  /** For jobs and for calls of others' servers and browsers, which come before their merchant is known. */
  db: Db;
  log: Log;
  vault: Vault;
  /** Codes, tokens, locks. */
  systemClock: Clock;
  /** Business time for the contexts of those jobs and calls. */
  worldClock: Clock;
  platforms: Platforms;
  access: StoreAccess;
  contacts: OrderContacts;
  /** Reads merchants' own sites. */
  sites: SiteProbe;
  merchants: MerchantRecords;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
};
