import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import type { LostReason, StorePlatformName, StoreStatus } from "../contract/words.ts";
import type { MerchantRecords } from "./stores.deps.ts";

/** A row of stores.stores: the columns that use cases need. */
export type StoreRow = {
  id: string;
  merchant_id: string;
  platform: StorePlatformName;
  external_id: string;
  name: string;
  link: string;
  status: StoreStatus;
  orders_read_to: Date | null;
  open_orders_read_at: Date | null;
  import_started_at: Date | null;
  import_finished_at: Date | null;
  sync_failures: number;
};

const columns = sql`id, merchant_id, platform, external_id, name, link, status, orders_read_to, open_orders_read_at,
  import_started_at, import_finished_at, sync_failures`;

/** Locks a merchant's store for a change; another merchant's is not found. */
export async function lockStore(tx: Tx, merchantId: string, storeId: string): Promise<StoreRow> {
  const store = await tx.maybeOne<StoreRow>(sql`
    select ${columns} from stores.stores where id = ${storeId} and merchant_id = ${merchantId} for update`);
  return store ?? storesRefusals.refuse("stores.store_not_found");
}

/** A store for a job; undefined when it is no longer connected and the job has nothing to do. */
export function findConnected(db: Db, storeId: string): Promise<StoreRow | undefined> {
  return db.maybeOne<StoreRow>(
    sql`select ${columns} from stores.stores where id = ${storeId} and status = 'connected'`,
  );
}

/** Marks a connection lost and publishes it, once. The sealed tokens are deleted: they no longer work. */
export async function markConnectionLost(
  tx: Tx,
  merchants: MerchantRecords,
  storeId: string,
  reason: LostReason,
): Promise<void> {
  const lost = await tx.maybeOne<{ merchant_id: string }>(sql`
    update stores.stores set status = 'lost', lost_reason = ${reason}
    where id = ${storeId} and status = 'connected' returning merchant_id`);
  if (!lost) return;
  await tx.run(sql`delete from stores.connections where store_id = ${storeId}`);
  await merchants.recordStoreActive(tx, lost.merchant_id, await hasActiveStore(tx, lost.merchant_id));
  await tx.publish({
    name: "store.connection_lost",
    merchant_id: lost.merchant_id,
    store_id: storeId,
    reason,
  });
}

/** Whether the merchant has a store that is connected and, according to its platform, open. */
export async function hasActiveStore(tx: Db, merchantId: string): Promise<boolean> {
  const { has_one } = await tx.one<{ has_one: boolean }>(sql`
    select exists (
      select 1 from stores.stores where merchant_id = ${merchantId} and status = 'connected' and is_active
    ) as has_one`);
  return has_one;
}
