import type { Clock } from "#base/server/clock.ts";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { LostReason, StorePlatformName } from "../contract/enums.ts";
import type { StorePlatform, StoreTokens } from "./store-platform.port.ts";
import { type MerchantRecords, markConnectionLost, type StoreRow } from "./stores.store.ts";

/** A store, and the merchant it belongs to. */
export type OwnedStore = Pick<StoreRow, "id" | "merchant_id">;

export type Connection = {
  store_id: string;
  merchant_id: string;
  platform: StorePlatformName;
  credential_sealed: string;
  refresh_token_sealed: string | null;
  expires_at: Date | null;
  /** When these tokens were issued. */
  changed_at: Date;
};

/** A renewal not finished in this time is taken over; longer than the call can take. */
const claimSeconds = 60;
const waitMs = 150;
const maxWaits = 200;

/** Secrets sealed for one store's row do not open in another's. */
const sealContext = (storeId: string) => `stores.connections:${storeId}`;

export function openCredential(
  vault: Vault,
  { store_id, credential_sealed }: Pick<Connection, "store_id" | "credential_sealed">,
): string {
  return vault.open(credential_sealed, sealContext(store_id));
}

async function loadConnection({ db, actor }: ReadContext, storeId: string): Promise<Connection> {
  const connection = await db.maybeOne<Connection>(sql`
    select store_id, merchant_id, platform, credential_sealed, refresh_token_sealed, expires_at, changed_at
    from stores.connections join stores.stores on stores.id = store_id
    where store_id = ${storeId} and merchant_id = ${actor.merchantId} and status = 'connected'`);
  if (!connection) throw new AdapterFault("reconnect", { reason: "the store is not connected" });
  return connection;
}

/** Stores the platform's token pair, sealed; the earlier one is overwritten. */
export const saveTokens =
  ({ vault, systemClock }: { vault: Vault; systemClock: Clock }) =>
  async (
    { db }: ReadContext,
    { storeId, tokens }: { storeId: string; tokens: StoreTokens },
  ): Promise<void> => {
    const seal = (secret: string) => vault.seal(secret, sealContext(storeId));
    await db.run(sql`
      insert into stores.connections
        (store_id, credential_sealed, refresh_token_sealed, expires_at, scopes, changed_at)
      values (${storeId}, ${seal(tokens.credential)},
        ${tokens.refreshToken === null ? null : seal(tokens.refreshToken)}, ${tokens.expiresAt},
        ${[...tokens.scopes]}, ${systemClock.now()})
      on conflict (store_id) do update set credential_sealed = excluded.credential_sealed,
        refresh_token_sealed = coalesce(excluded.refresh_token_sealed, connections.refresh_token_sealed),
        expires_at = excluded.expires_at, scopes = excluded.scopes, changed_at = excluded.changed_at,
        refreshing_since = null`);
  };

type Deps = {
  db: Db;
  log: Log;
  vault: Vault;
  systemClock: Clock;
  /** For the contexts in which the product itself renews, or marks a connection lost. */
  worldClock: Clock;
  merchants: MerchantRecords;
};

/**
 * Renews tokens whose refresh token may work only once. The claim is written before the call and the new pair before
 * anybody uses it, so two processes never exchange the same token. If the process dies in between, the new pair is
 * lost, and the next attempt ends in `store.connection_lost` rather than in silence.
 */
export function makeTokenRenewer({ db, log, vault, systemClock, worldClock, merchants }: Deps) {
  const inFlight = new Map<string, Promise<Connection>>();
  const actFor = ({ merchant_id }: Pick<OwnedStore, "merchant_id">): ReadContext =>
    systemContext(db, merchant_id, worldClock.now());

  /** The platform gives us no access any more. Whoever was calling, the product found it out by itself. */
  function loseConnection({ store_id, merchant_id }: Connection, reason: LostReason): Promise<void> {
    return transact(actFor({ merchant_id }), (ctx) =>
      markConnectionLost(ctx, merchants, { storeId: store_id, reason }),
    );
  }

  async function renewClaimed(
    platform: StorePlatform,
    seen: Connection,
    { sealed, isTakenOver }: { sealed: string; isTakenOver: boolean },
  ): Promise<Connection> {
    const storeId = seen.store_id;
    try {
      const ctx = actFor(seen);
      const tokens = await platform.refresh(vault.open(sealed, sealContext(storeId)));
      await saveTokens({ vault, systemClock })(ctx, { storeId, tokens });
      return await loadConnection(ctx, storeId);
    } catch (error) {
      if (isFault(error, "reconnect") || isFault(error, "rejected")) {
        log.warn(
          { store_id: storeId, reason: error.reason, isTakenOver },
          "a store's tokens could not be renewed",
        );
        await loseConnection(seen, isTakenOver ? "renewal_lost" : "access_revoked");
        throw new AdapterFault("reconnect", { reason: error.reason, cause: error });
      }
      // Certainly not sent: the claim is released. Otherwise it stays until it expires, and the next attempt checks
      // again.
      if (isFault(error, "later")) {
        await db.run(sql`update stores.connections set refreshing_since = null where store_id = ${storeId}`);
        throw error;
      }
      throw new AdapterFault("later", {
        reason: "a renewal got no answer",
        retryAfterSeconds: claimSeconds,
        cause: error,
      });
    }
  }

  /** The claim; undefined while another process holds it. */
  async function claim(seen: Connection): Promise<{ sealed: string; isTakenOver: boolean } | undefined> {
    const now = systemClock.now();
    const abandoned = new Date(now.getTime() - claimSeconds * 1_000);
    return db.transaction(async (tx) => {
      const row = await tx.maybeOne<{ sealed: string; since: Date | null }>(sql`
        select refresh_token_sealed as sealed, refreshing_since as since from stores.connections
        where store_id = ${seen.store_id} and credential_sealed = ${seen.credential_sealed}
          and refresh_token_sealed is not null for update`);
      if (!row || (row.since && row.since > abandoned)) return undefined;
      await tx.run(
        sql`update stores.connections set refreshing_since = ${now} where store_id = ${seen.store_id}`,
      );
      return { sealed: row.sealed, isTakenOver: row.since !== null };
    });
  }

  async function renewOnce(platform: StorePlatform, seen: Connection): Promise<Connection> {
    for (let attempt = 0; attempt < maxWaits; attempt += 1) {
      const claimed = await claim(seen);
      if (claimed) return renewClaimed(platform, seen, claimed);
      const current = await loadConnection(actFor(seen), seen.store_id);
      if (current.credential_sealed !== seen.credential_sealed) return current;
      if (!current.refresh_token_sealed) {
        await loseConnection(seen, "access_revoked");
        throw new AdapterFault("reconnect", { reason: "the token expired and there is no refresh token" });
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new AdapterFault("later", { reason: "another renewal is in progress", retryAfterSeconds: 30 });
  }

  return {
    /** The connection with its sealed tokens; throws `reconnect` when the store is not connected. */
    load: (store: OwnedStore): Promise<Connection> => loadConnection(actFor(store), store.id),
    /** A connection newer than the one seen: renewed by us or by another process. */
    async renew(platform: StorePlatform, seen: Connection): Promise<Connection> {
      const pending = inFlight.get(seen.store_id);
      if (pending) {
        const renewed = await pending;
        if (renewed.credential_sealed !== seen.credential_sealed) return renewed;
      }
      const renewal = renewOnce(platform, seen).finally(() => inFlight.delete(seen.store_id));
      inFlight.set(seen.store_id, renewal);
      return renewal;
    },
    loseConnection,
  };
}
