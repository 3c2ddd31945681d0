import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import type { LostReason, OrderBlock, StorePlatformName, StoreStatus } from "../contract/enums.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { deleteTokens } from "./connections.store.ts";
import type { Shop } from "./store-platform.port.ts";

/** What this module needs from the merchants module. */
export type MerchantRecords = {
  recordWebsiteType(ctx: Context, type: StorePlatformName): Promise<void>;
  recordStoreActive(ctx: Context, isActive: boolean): Promise<void>;
};

/** The columns of a store that use cases need. */
export type StoreRow = Row<
  "stores.stores",
  | "id"
  | "merchant_id"
  | "platform"
  | "external_id"
  | "name"
  | "link"
  | "status"
  | "orders_read_to"
  | "open_orders_read_at"
  | "import_started_at"
  | "import_finished_at"
  | "sync_failures"
>;

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
  const store = await db.maybeOne<Row<"stores.stores", "merchant_id">>(
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
  await deleteTokens(ctx, storeId);
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

/**
 * The status of the merchant's own row of this store, locked; undefined when there is none, and `taken` when it is
 * connected to another merchant.
 */
export async function lockKnown(
  { tx, actor }: Context,
  platform: StorePlatformName,
  externalId: string,
): Promise<StoreStatus | "taken" | undefined> {
  const rows = await tx.many<Row<"stores.stores", "merchant_id" | "status">>(sql`
    select merchant_id, status from stores.stores
    where platform = ${platform} and external_id = ${externalId}
      and (status <> 'disconnected' or merchant_id = ${actor.merchantId}) for update`);
  if (rows.some(({ merchant_id }) => merchant_id !== actor.merchantId)) return "taken";
  return rows[0]?.status;
}

/** A store that has just been connected, the time of it, and up to when an earlier connection had read its orders. */
export type NewConnection = Row<"stores.stores", "id" | "connected_at" | "orders_read_to"> & {
  oldest_open: Date | null;
};

/** A new row, or the one this merchant had before: its history continues. */
export function upsertConnected(
  { tx, actor, now }: Context,
  platform: StorePlatformName,
  shop: Shop,
): Promise<NewConnection> {
  return tx.one<NewConnection>(sql`
    insert into stores.stores as store (id, merchant_id, platform, external_id, name, link, domain, currency, is_active,
      status, connected_at, import_started_at)
    values (${newId("sto")}, ${actor.merchantId}, ${platform}, ${shop.externalId}, ${shop.name}, ${shop.link},
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

/** The address that the merchant gave when connecting; null on a platform that needs none. */
export async function saveSite({ tx, actor }: Context, storeId: string, site: string | null): Promise<void> {
  await tx.run(sql`
    update stores.stores set site = ${site} where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** The store as its platform describes it; false when that is what was known of it. */
export async function saveShop(
  { tx, actor }: Context,
  storeId: string,
  { name, link, isActive }: Shop,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update stores.stores set name = ${name}, link = ${link}, domain = ${toDomain(link)}, is_active = ${isActive}
    where id = ${storeId} and merchant_id = ${actor.merchantId} and status = 'connected'
      and (name, link, is_active) is distinct from (${name}, ${link}, ${isActive})`);
  return changed > 0;
}

export async function markDisconnected({ tx, actor, now }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    update stores.stores set status = 'disconnected', lost_reason = null, disconnected_at = ${now}
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** Sets whether unconfirmed orders count; false when it is so already. */
export async function saveCounting(
  { tx, actor }: Context,
  { storeId, counts }: { storeId: string; counts: boolean },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update stores.stores set counts_unconfirmed = ${counts}
    where id = ${storeId} and merchant_id = ${actor.merchantId} and counts_unconfirmed <> ${counts}`);
  return changed > 0;
}

/** Stores the key and secret of the store's own endpoint, once. */
export async function saveEndpointOnce(
  { db, actor }: ReadContext,
  storeId: string,
  { key, sealedSecret }: { key: string; sealedSecret: string },
): Promise<void> {
  await db.run(sql`
    update stores.stores set webhook_key = ${key}, webhook_secret_sealed = ${sealedSecret}
    where id = ${storeId} and merchant_id = ${actor.merchantId} and webhook_key is null`);
}

/** `at` is the system clock. */
export async function markSubscribed({ db, actor }: ReadContext, storeId: string, at: Date): Promise<void> {
  await db.run(sql`
    update stores.stores set webhooks_subscribed_at = ${at}
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

export async function markProductsImported({ tx, actor }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    update stores.stores set import_products_done = true
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** There is nothing to import. */
export async function markImported({ tx, actor }: Context, storeId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update stores.stores set import_products_done = true, import_finished_at = ${at}
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** Its site reported something now. */
export async function markSynced({ tx, actor, now }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    update stores.stores set synced_at = ${now} where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** A page of the first sync's orders was read; nothing changes once another connection or sync has begun or ended it. */
export async function addImportedOrders(
  { tx, actor }: Context,
  {
    storeId,
    startedAt,
    count,
    total,
  }: { storeId: string; startedAt: Date; count: number; total: number | null },
): Promise<void> {
  await tx.run(sql`
    update stores.stores set import_orders_done = import_orders_done + ${count},
      import_orders_total = coalesce(${total}, import_orders_total)
    where id = ${storeId} and merchant_id = ${actor.merchantId} and import_started_at <= ${startedAt}
      and import_finished_at is null`);
}

type CompletedSync = { storeId: string; startedAt: Date; openOrdersReadAt: Date | null };

/**
 * A sync of the orders is complete. Every one goes back to the last complete one, so one that started after connecting
 * and finished has read everything. `openOrdersReadAt` is null when it did not go back to the oldest open order.
 */
export async function saveCompletedSync(
  { tx, actor, now }: Context,
  { storeId, startedAt, openOrdersReadAt }: CompletedSync,
): Promise<void> {
  await tx.run(sql`
    update stores.stores set synced_at = ${now}, sync_failures = 0, last_failure = null, orders_blocked_by = null,
      open_orders_read_at = coalesce(${openOrdersReadAt}, open_orders_read_at),
      orders_read_to = greatest(orders_read_to, ${startedAt}),
      import_finished_at = case when import_started_at <= ${startedAt} then coalesce(import_finished_at, ${now})
        else import_finished_at end
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

export async function addSyncFailure(
  { db, actor }: ReadContext,
  { storeId, reason }: { storeId: string; reason: string },
): Promise<void> {
  await db.run(sql`
    update stores.stores set sync_failures = sync_failures + 1, last_failure = ${reason.slice(0, 500)}
    where id = ${storeId} and merchant_id = ${actor.merchantId}`);
}

/** Why the store's orders cannot be read; false when that is known already. */
export async function saveBlock(
  { tx, actor }: Context,
  { storeId, block }: { storeId: string; block: OrderBlock },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update stores.stores set orders_blocked_by = ${block}
    where id = ${storeId} and merchant_id = ${actor.merchantId} and orders_blocked_by is distinct from ${block}`);
  return changed > 0;
}

/** Enough changed orders in the time to expect a webhook of one of them. */
const leastChanged = 3;

/**
 * Marks stores whose orders changed since then without any webhook, and that were read before it; those that are not
 * marked yet. `since` and `at` are the system clock.
 */
export function markSilentWebhooks(
  tx: Tx,
  { at, since, limit }: { at: Date; since: Date; limit: number },
): Promise<Pick<StoreRow, "id" | "merchant_id">[]> {
  return tx.many(sql`
    update stores.stores set webhooks_silent_since = ${at}
    where id in (
      select id from stores.stores store
      where status = 'connected' and platform <> 'other' and webhooks_silent_since is null
        and not exists (
          select from stores.webhook_deliveries delivery
          where delivery.platform = store.platform and delivery.external_store_id = store.external_id
            and received_at >= ${since})
        and exists (select from stores.orders where store_id = store.id and read_at < ${since})
        and (select count(*) from (
          select from stores.orders where store_id = store.id and read_at >= ${since} limit ${leastChanged}
        ) changed) = ${leastChanged}
      order by id limit ${limit})
    returning id, merchant_id`);
}

/** Of marked stores, those whose webhooks came again since then. */
export function clearSilentWebhooks(db: Db, since: Date): Promise<number> {
  return db.run(sql`
    update stores.stores set webhooks_silent_since = null
    where webhooks_silent_since is not null and exists (
      select from stores.webhook_deliveries delivery
      where delivery.platform = stores.platform and delivery.external_store_id = stores.external_id
        and received_at >= ${since})`);
}
