import { sql, type Tx } from "#base/server/db/db.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { computeSyncSince } from "../domain/sync-window.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob, readProductsJob, readShopJob, subscribeJob } from "./stores.jobs.ts";
import { lockStore, type StoreRow } from "./stores.store.ts";

/** Open orders are looked at again this often, where the platform does not list by change. */
const openOrdersIntervalMs = 15 * 60_000;
/** A first reading that has not ended after this long was cut off: the safety net takes over. */
const importLimitMs = 3 * 3_600_000;

/** Reads a store again now, because its merchant asked. */
export async function syncNow(deps: StoresDeps, merchantId: string, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const store = await lockStore(tx, merchantId, storeId);
    if (store.status !== "connected") storesRefusals.refuse("stores.not_connected");
    if (!isOAuthPlatform(store.platform)) storesRefusals.refuse("stores.told_by_pixel");
    await enqueueOrdersSync(deps, tx, { ...store, open_orders_read_at: null });
    await enqueueProductsSync(deps, tx, store.id, "now");
  });
}

/** The safety net: asks for a reading of every connected store. Webhooks may be lost; this finds what they would have told. */
export async function syncAll(deps: StoresDeps): Promise<void> {
  await forEachConnected(deps, async (tx, store) => {
    const importing = store.import_started_at && !store.import_finished_at ? store.import_started_at : null;
    // A first reading that failed is over: this one goes as far back.
    if (
      importing &&
      store.sync_failures === 0 &&
      deps.worldClock.now().getTime() - importing.getTime() < importLimitMs
    )
      return;
    await enqueueOrdersSync(deps, tx, store);
  });
}

/** Once a day for every connected store: its products, and that its platform still tells us. */
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

/** Orders since the last reading, and now and then since the oldest one whose end is open. */
async function enqueueOrdersSync(
  { systemClock, worldClock, platforms }: StoresDeps,
  tx: Tx,
  store: StoreRow,
) {
  const now = worldClock.now();
  const lastReadMs = store.open_orders_read_at?.getTime() ?? 0;
  const isDue = systemClock.now().getTime() - lastReadMs >= openOrdersIntervalMs;
  const missesChanges = platforms[store.platform]?.ordersListedBy === "placed";
  const { oldest } =
    isDue && missesChanges
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
  // At the same pace: whether the store is open, and whether we are still let in.
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
