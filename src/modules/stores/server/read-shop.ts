import { sql } from "#base/server/db/db.ts";
import { publishSynced } from "./read-orders.ts";
import { toDomain } from "./record-connection.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { findConnected, hasActiveStore } from "./stores.store.ts";

/** The store as its platform describes it now. Revoked access is usually found here first. */
export async function readShop(deps: StoresDeps, storeId: string): Promise<void> {
  const store = await findConnected(deps.db, storeId);
  if (!store) return;
  const shop = await deps.access.use(store.id, (platform, credential) => platform.readShop(credential));
  await deps.db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      update stores.stores set name = ${shop.name}, link = ${shop.link}, domain = ${toDomain(shop.link)},
        is_active = ${shop.isActive}
      where id = ${store.id} and status = 'connected'
        and (name, link, is_active) is distinct from (${shop.name}, ${shop.link}, ${shop.isActive})`);
    if (!changed) return;
    await deps.merchants.recordStoreActive(
      tx,
      store.merchant_id,
      await hasActiveStore(tx, store.merchant_id),
    );
    await publishSynced(tx, store);
  });
}
