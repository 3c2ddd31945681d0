import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import type { StorePlatform } from "./store-platform.port.ts";
import type { MerchantRecords } from "./stores.store.ts";
import { type Connection, makeTokenRenewer, type OwnedStore, openCredential } from "./token-renewal.ts";

/**
 * A token is renewed this long before it expires, so that an outage of the platform does not end the connection. A
 * token with a shorter life (Shopify's lives an hour) is renewed in the last quarter of its life.
 */
const renewAheadMs = 24 * 3_600_000;
const renewalFraction = 1 / 4;

type Deps = {
  db: Db;
  log: Log;
  vault: Vault;
  systemClock: Clock;
  worldClock: Clock;
  platforms: Partial<Record<StorePlatformName, StorePlatform>>;
  merchants: MerchantRecords;
};

export interface StoreAccess {
  /**
   * Calls a store's platform with a valid token: renewed ahead of its expiry, renewed once more when the platform
   * refuses it. If that fails too, the connection is marked lost. Faults pass through. Never call it inside a
   * transaction.
   */
  use<T>(store: OwnedStore, work: (platform: StorePlatform, credential: string) => Promise<T>): Promise<T>;
}

export function makeStoreAccess(deps: Deps): StoreAccess {
  const { vault, systemClock } = deps;
  const tokenRenewer = makeTokenRenewer(deps);

  function getAdapter({ platform }: Connection): StorePlatform {
    const adapter = deps.platforms[platform];
    if (!adapter) throw new AdapterFault("rejected", { reason: `no adapter for ${platform}` });
    return adapter;
  }

  async function loadValidConnection(store: OwnedStore): Promise<Connection> {
    const connection = await tokenRenewer.load(store);
    const end = connection.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
    const leftMs = end - systemClock.now().getTime();
    const lifeMs = end - connection.changed_at.getTime();
    if (leftMs > Math.min(renewAheadMs, lifeMs * renewalFraction) || !connection.refresh_token_sealed)
      return connection;
    try {
      return await tokenRenewer.renew(getAdapter(connection), connection);
    } catch (error) {
      // The token is renewed early, so a failed renewal must not stop calls that the old token still allows.
      if (leftMs > 0 && isFault(error) && error.kind !== "reconnect") return connection;
      throw error;
    }
  }

  return {
    async use(store, work) {
      const connection = await loadValidConnection(store);
      const adapter = getAdapter(connection);
      try {
        return await work(adapter, openCredential(vault, connection));
      } catch (error) {
        if (!isFault(error, "reconnect")) throw error;
      }
      const renewed = await tokenRenewer.renew(adapter, connection);
      try {
        return await work(adapter, openCredential(vault, renewed));
      } catch (error) {
        if (isFault(error, "reconnect")) await tokenRenewer.loseConnection(connection, "access_revoked");
        throw error;
      }
    },
  };
}
