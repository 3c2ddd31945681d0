import { sql, type Tx } from "#base/server/db/db.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { computeSyncSince } from "../domain/sync-window.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob, readProductsJob, readShopJob, subscribeJob } from "./stores.jobs.ts";
import { lockStore, type StoreRow } from "./stores.store.ts";

/** Open orders are listed again this often, where the platform does not list by time of change. */
const openOrdersIntervalMs = 15 * 60_000;
/** A first sync not finished after this long was interrupted: the safety net takes over. */
const importLimitMs = 3 * 3_600_000;

/** Syncs a store now, at its merchant's request. */
export async function syncNow(deps: StoresDeps, merchantId: string, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const store = await lockStore(tx, merchantId, storeId);
    if (store.status !== "connected") storesRefusals.refuse("stores.not_connected");
    if (!isOAuthPlatform(store.platform)) storesRefusals.refuse("stores.told_by_pixel");
    await enqueueOrdersSync(deps, tx, { ...store, open_orders_read_at: null });
    await enqueueProductsSync(deps, tx, store.id, "now");
  });
}

/** The safety net: enqueues a sync of every connected store. Webhooks may be lost; this finds the same changes. */
export async function syncAll(deps: StoresDeps): Promise<void> {
  await forEachConnected(deps, async (tx, store) => {
    const importing = store.import_started_at && !store.import_finished_at ? store.import_started_at : null;
    // A first sync that failed is over: this one goes as far back.
    if (
      importing &&
      store.sync_failures === 0 &&
      deps.worldClock.now().getTime() - importing.getTime() < importLimitMs
    )
      return;
    await enqueueOrdersSync(deps, tx, store);
  });
}

/** Once a day for every connected store: its products, and its webhook subscriptions. */
export async function enqueueDailySync(deps: StoresDeps): Promise<void> {
  await forEachConnected(deps, async (tx, store) => {
    await enqueueProductsSync(deps, tx, store.id, "daily");
    await tx.enqueue(subscribeJob, { store_id: store.id }, { key: store.id });
  });
}

const batch = 200;

async function forEachConnected(deps: StoresDeps, enqueue: (tx: Tx, store: StoreRow) => Promise<void>) {
  for (let last = ""; ; ) {
    const stores = await deps.db.many<StoreRow>(sql`
      select * from stores.stores where status = 'connected' and platform <> 'other' and id > ${last}
      order by id limit ${batch}`);
    await deps.db.transaction(async (tx) => {
      for (const store of stores) await enqueue(tx, store);
    });
    last = stores.at(-1)?.id ?? "";
    if (stores.length < batch) return;
  }
}

/** Orders since the last sync, and at intervals since the oldest one that can still change. */
async function enqueueOrdersSync(
  { systemClock, worldClock, platforms }: StoresDeps,
  tx: Tx,
  store: StoreRow,
) {
  const now = worldClock.now();
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

async function enqueueProductsSync({ systemClock }: StoresDeps, tx: Tx, storeId: string, key: string) {
  const started_at = systemClock.now().toISOString();
  await tx.enqueue(
    readProductsJob,
    { store_id: storeId, started_at, cursor: null },
    { key: `${storeId}:${key}` },
  );
}
