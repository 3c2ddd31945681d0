import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { LostReason, StorePlatformName, StoreStatus } from "../contract/enums.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";

/** What this module needs from the merchants module. */
export type MerchantRecords = {
  recordWebsiteType(ctx: Context, type: StorePlatformName): Promise<void>;
  recordStoreActive(ctx: Context, isActive: boolean): Promise<void>;
};

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

/** Locks a store for a change; another merchant's is not found. */
export async function lockStore({ tx, actor }: Context, storeId: string): Promise<StoreRow> {
  const store = await tx.maybeOne<StoreRow>(sql`
    select ${columns} from stores.stores where id = ${storeId} and merchant_id = ${actor.merchantId} for update`);
  return store ?? storesRefusals.refuse("stores.store_not_found");
}

/** A store for a job; undefined when it is no longer connected and the job has nothing to do. */
export function findConnected({ db, actor }: ReadContext, storeId: string): Promise<StoreRow | undefined> {
  return db.maybeOne<StoreRow>(sql`
    select ${columns} from stores.stores
    where id = ${storeId} and merchant_id = ${actor.merchantId} and status = 'connected'`);
}

/** The merchant a job about this store works for; undefined for an unknown store. */
export async function findOwner(db: Db, storeId: string): Promise<string | undefined> {
  const store = await db.maybeOne<{ merchant_id: string }>(
    sql`select merchant_id from stores.stores where id = ${storeId}`,
  );
  return store?.merchant_id;
}

/** Marks a connection lost and publishes it, once. The sealed tokens are deleted: they no longer work. */
export async function markConnectionLost(
  ctx: Context,
  merchants: MerchantRecords,
  { storeId, reason }: { storeId: string; reason: LostReason },
): Promise<void> {
  const { tx, actor } = ctx;
  const isLost = await tx.run(sql`
    update stores.stores set status = 'lost', lost_reason = ${reason}
    where id = ${storeId} and merchant_id = ${actor.merchantId} and status = 'connected'`);
  if (!isLost) return;
  await tx.run(sql`delete from stores.connections where store_id = ${storeId}`);
  await updateStoreActive(ctx, merchants);
  await recordAudit(ctx, {
    module: "stores",
    action: "store.connection_lost",
    subject: storeId,
    before: { status: "connected" },
    after: { status: "lost", lost_reason: reason },
  });
  await tx.publish({
    name: "store.connection_lost",
    merchant_id: actor.merchantId,
    store_id: storeId,
    reason,
  });
}

/** Records with the merchant whether they have a store that is connected and, according to its platform, open. */
export async function updateStoreActive(ctx: Context, merchants: MerchantRecords): Promise<void> {
  const { has_one } = await ctx.tx.one<{ has_one: boolean }>(sql`
    select exists (
      select 1 from stores.stores where merchant_id = ${ctx.actor.merchantId} and status = 'connected' and is_active
    ) as has_one`);
  await merchants.recordStoreActive(ctx, has_one);
}

/** What is shown of the store changed. */
export function publishSynced({ tx, actor }: Context, storeId: string): Promise<void> {
  return tx.publish({ name: "store.synced", merchant_id: actor.merchantId, store_id: storeId });
}
