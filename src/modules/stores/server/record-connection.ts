import { sql, type Tx, violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { StorePlatformName } from "../contract/words.ts";
import type { Shop } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { hasActiveStore } from "./stores.store.ts";

/** A store that has just been connected, the time of it, and up to when an earlier connection had read its orders. */
export type NewConnection = {
  id: string;
  connected_at: Date;
  orders_read_to: Date | null;
  oldest_open: Date | null;
};

/**
 * Connects a store to a merchant: the row, the merchant's kind of site, and what the way of connecting adds, all or
 * nothing. Null when it is connected to another merchant.
 */
export async function recordConnection(
  deps: StoresDeps,
  merchantId: string,
  platform: StorePlatformName,
  shop: Shop,
  afterConnect: (tx: Tx, store: NewConnection) => Promise<void>,
): Promise<NewConnection | null> {
  try {
    return await deps.db.transaction(async (tx) => {
      const holder = await tx.maybeOne<{ merchant_id: string }>(sql`
        select merchant_id from stores.stores
        where platform = ${platform} and external_id = ${shop.externalId} and status <> 'disconnected' for update`);
      if (holder && holder.merchant_id !== merchantId) return null;

      const store = await saveConnected(deps, tx, merchantId, platform, shop);
      await afterConnect(tx, store);
      await deps.merchants.recordWebsiteType(tx, merchantId, platform);
      await deps.merchants.recordStoreActive(tx, merchantId, await hasActiveStore(tx, merchantId));
      await tx.publish({ name: "store.connected", merchant_id: merchantId, store_id: store.id });
      return store;
    });
  } catch (error) {
    // Two merchants at the same time: the unique index decides who was first.
    if (violatesConstraint(error, "stores_held_once")) return null;
    throw error;
  }
}

/** A new row, or the one this merchant had before: its history continues. */
function saveConnected(
  { worldClock }: StoresDeps,
  tx: Tx,
  merchantId: string,
  platform: StorePlatformName,
  shop: Shop,
): Promise<NewConnection> {
  const now = worldClock.now();
  return tx.one<NewConnection>(sql`
    insert into stores.stores as store (id, merchant_id, platform, external_id, name, link, domain, currency, is_active,
      status, connected_at, import_started_at)
    values (${newId("sto")}, ${merchantId}, ${platform}, ${shop.externalId}, ${shop.name}, ${shop.link},
      ${toDomain(shop.link)}, ${shop.currency}, ${shop.isActive}, 'connected', ${now}, ${now})
    on conflict (merchant_id, platform, external_id) do update set name = excluded.name, link = excluded.link,
      domain = excluded.domain, currency = excluded.currency, is_active = excluded.is_active, status = 'connected',
      lost_reason = null, disconnected_at = null, connected_at = excluded.connected_at, webhooks_subscribed_at = null,
      import_started_at = excluded.import_started_at, import_orders_total = null, import_orders_done = 0,
      import_products_done = false, import_finished_at = null, sync_failures = 0, last_failure = null,
      orders_blocked_by = null
    returning id, connected_at, orders_read_to, (select min(placed_at) from stores.orders
      where store_id = store.id and status in ('unpaid', 'placed')) as oldest_open`);
}

/** The address without its scheme, as shown to people. */
export function toDomain(link: string): string {
  return link.replace(/^https?:\/\//, "").replace(/^www\./, "");
}
