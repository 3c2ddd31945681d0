import { type Context, type ReadContext, systemTxContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { computeSyncSince } from "../domain/sync-window.ts";
import { loadStore } from "./list-stores.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob, readProductsJob, readShopJob, subscribeJob } from "./stores.jobs.ts";
import { lockStore, type StoreRow } from "./stores.store.ts";

/** Open orders are listed again this often, where the platform does not list by time of change. */
const openOrdersIntervalMs = 15 * 60_000;
/** A first sync not finished after this long was interrupted: the safety net takes over. */
const importLimitMs = 3 * 3_600_000;

type Deps = Pick<StoresDeps, "systemClock" | "platforms">;

/** Syncs a store now, at its merchant's request. */
export const syncNow =
  (deps: Deps) =>
  (ctx: ReadContext, { storeId }: { storeId: string }): Promise<StoreAnswer> =>
    transact(ctx, async (ctx) => {
      const store = await lockStore(ctx, storeId);
      if (store.status !== "connected") storesRefusals.refuse("stores.not_connected");
      if (!isOAuthPlatform(store.platform)) storesRefusals.refuse("stores.told_by_pixel");
      await enqueueOrdersSync(deps, ctx, { ...store, open_orders_read_at: null });
      await enqueueProductsSync(deps, ctx, store.id, "now");
      return loadStore(ctx, { storeId });
    });

/** The safety net: enqueues a sync of every connected store. Webhooks may be lost; this finds the same changes. */
export const syncAll =
  (deps: Deps) =>
  (db: Db, { now }: { now: Date }): Promise<void> =>
    forEachConnected(db, now, async (ctx, store) => {
      const importing = store.import_started_at && !store.import_finished_at ? store.import_started_at : null;
      // A first sync that failed is over: this one goes as far back.
      const isImporting = importing !== null && now.getTime() - importing.getTime() < importLimitMs;
      if (isImporting && store.sync_failures === 0) return;
      await enqueueOrdersSync(deps, ctx, store);
    });

/** Once a day for every connected store: its products, and its webhook subscriptions. */
export const enqueueDailySync =
  (deps: Deps) =>
  (db: Db, { now }: { now: Date }): Promise<void> =>
    forEachConnected(db, now, async (ctx, store) => {
      await enqueueProductsSync(deps, ctx, store.id, "daily");
      await ctx.tx.enqueue(subscribeJob, { store_id: store.id }, { key: store.id });
    });

const batch = 200;

/** Every connected store of every merchant, each with a context of its own merchant. */
async function forEachConnected(
  db: Db,
  now: Date,
  enqueue: (ctx: Context, store: StoreRow) => Promise<void>,
): Promise<void> {
  for (let last = ""; ; ) {
    const stores = await db.many<StoreRow>(sql`
      select * from stores.stores where status = 'connected' and platform <> 'other' and id > ${last}
      order by id limit ${batch}`);
    await db.transaction(async (tx) => {
      for (const store of stores) await enqueue(systemTxContext(tx, store.merchant_id, now), store);
    });
    last = stores.at(-1)?.id ?? "";
    if (stores.length < batch) return;
  }
}

/** Orders since the last sync, and at intervals since the oldest one that can still change. */
async function enqueueOrdersSync({ systemClock, platforms }: Deps, { tx, now }: Context, store: StoreRow) {
  const lastReadMs = store.open_orders_read_at?.getTime() ?? 0;
  const isDue = systemClock.now().getTime() - lastReadMs >= openOrdersIntervalMs;
  const needsOpenOrders = platforms[store.platform]?.ordersListedBy === "placed";
  const { oldest } =
    isDue && needsOpenOrders
      ? await tx.one<{ oldest: Date | null }>(sql`
        select min(placed_at) as oldest from stores.orders
        where store_id = ${store.id} and status in ('unpaid', 'placed')`)
      : { oldest: null };
  const since = computeSyncSince({ now, readTo: store.orders_read_to, oldestOpen: oldest }).toISOString();
  const input = {
    store_id: store.id,
    purpose: "sync" as const,
    since,
    started_at: now.toISOString(),
    cursor: null,
    with_open: isDue,
  };
  await tx.enqueue(readOrdersJob, input, { key: `${store.id}:sync` });
  // At the same interval: whether the store is open, and whether we still have access.
  if (isDue) await tx.enqueue(readShopJob, { store_id: store.id }, { key: store.id });
}

async function enqueueProductsSync({ systemClock }: Deps, { tx }: Context, storeId: string, key: string) {
  const started_at = systemClock.now().toISOString();
  await tx.enqueue(
    readProductsJob,
    { store_id: storeId, started_at, cursor: null },
    { key: `${storeId}:${key}` },
  );
}
