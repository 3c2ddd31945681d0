import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { revokeAccessJob } from "./stores.jobs.ts";
import { hasActiveStore, lockStore } from "./stores.store.ts";
import { openCredential } from "./token-renewal.ts";
import { loadWebhookEndpoint } from "./webhook-endpoint.ts";

/** Ends a connection. Data already read stays. Idempotent. */
export async function disconnectStore(deps: StoresDeps, merchantId: string, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const store = await lockStore(tx, merchantId, storeId);
    if (store.status === "disconnected") return;
    await tx.run(sql`
      update stores.stores set status = 'disconnected', lost_reason = null, disconnected_at = ${deps.worldClock.now()}
      where id = ${storeId}`);
    await deps.merchants.recordStoreActive(tx, merchantId, await hasActiveStore(tx, merchantId));
    await tx.publish({ name: "store.disconnected", merchant_id: merchantId, store_id: storeId });
    await tx.enqueue(revokeAccessJob, { store_id: storeId }, { key: storeId });
  });
}

type RevokedConnection = {
  platform: keyof StoresDeps["platforms"];
  store_id: string;
  credential_sealed: string;
  refresh_token_sealed: string | null;
  expires_at: Date | null;
};

/**
 * After a disconnect: removes our webhooks at the platform and deletes the tokens. A merchant who reconnected in the
 * meantime keeps the new ones. Tokens are deleted even when they no longer work.
 */
export async function revokeAccess(deps: StoresDeps, storeId: string) {
  const { db, vault, platforms, log } = deps;
  const connection = await db.maybeOne<RevokedConnection>(sql`
    select platform, store_id, credential_sealed, refresh_token_sealed, expires_at
    from stores.connections join stores.stores on stores.id = store_id
    where store_id = ${storeId} and status = 'disconnected'`);
  if (!connection) return;
  try {
    const platform = platforms[connection.platform];
    await platform?.unsubscribe(
      openCredential(vault, connection),
      await loadWebhookEndpoint(deps, platform, storeId),
    );
  } catch (error) {
    if (!isFault(error) || error.kind === "later") throw error;
    log.info({ store_id: storeId, reason: error.reason }, "webhooks could not be removed at the platform");
  }
  await db.run(sql`
    delete from stores.connections using stores.stores
    where stores.id = store_id and store_id = ${storeId} and status = 'disconnected'
      and credential_sealed = ${connection.credential_sealed}`);
}
