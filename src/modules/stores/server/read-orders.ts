import { sql, type Tx } from "#base/server/db/db.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { orderBlocks } from "../contract/words.ts";
import { findChanged, recordOrder, recordOrderGone } from "./record-order.ts";
import type { OrderSummary, Page, StoreOrder, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob } from "./stores.jobs.ts";
import { findConnected, type StoreRow } from "./stores.store.ts";

export type ReadOrdersInput = {
  store_id: string;
  purpose: "import" | "sync";
  since: string;
  started_at: string;
  cursor: string | null;
  with_open: boolean;
};

/** Orders read in parallel; more would only reach the platform's rate limit sooner. */
const concurrency = 4;

/**
 * Reads one page: orders that differ from the stored ones are read in full and recorded, then the next page is
 * enqueued. Safe to run again from the start: recorded orders no longer differ.
 */
export async function readOrdersPage(deps: StoresDeps, input: ReadOrdersInput): Promise<void> {
  const store = await findConnected(deps.db, input.store_id);
  if (!store) return;
  const page = await deps.access.use(store.id, async (platform, credential) => {
    const listed = await platform.listOrders(credential, new Date(input.since), input.cursor);
    await recordChanged(deps, store, platform, credential, listed);
    return listed;
  });
  await deps.db.transaction((tx) => recordProgress(deps, tx, store, input, page));
}

async function recordChanged(
  deps: StoresDeps,
  store: StoreRow,
  platform: StorePlatform,
  credential: string,
  page: Page<OrderSummary>,
) {
  const full = page.items.filter(({ order }) => order !== null);
  const partial = page.items.filter(({ order }) => order === null);
  // A partial row has only status and total; changes in a full one are found when it is recorded.
  const changed = [...full, ...(await findChanged(deps.db, store.id, partial))];
  for (let at = 0; at < changed.length; at += concurrency) {
    const chunk = changed.slice(at, at + concurrency);
    await Promise.all(chunk.map((summary) => recordOne(deps, store, platform, credential, summary)));
  }
}

/** One unreadable order must not block the others: the next webhook or sync reads it. */
async function recordOne(
  deps: StoresDeps,
  store: StoreRow,
  platform: StorePlatform,
  credential: string,
  { externalId, order }: Pick<OrderSummary, "externalId" | "order">,
) {
  const readAt = deps.systemClock.now();
  try {
    const found = order ?? (await platform.readOrder(credential, externalId));
    await deps.db.transaction((tx) => saveSnapshot(tx, store, externalId, found, readAt));
  } catch (error) {
    if (!isFault(error, "rejected") || error.messageKey) throw error;
    deps.log.warn({ store_id: store.id, reason: error.reason }, "an order could not be read");
  }
}

function saveSnapshot(tx: Tx, store: StoreRow, externalId: string, order: StoreOrder | null, readAt: Date) {
  return order ? recordOrder(tx, store, { order, readAt }) : recordOrderGone(tx, store, externalId, readAt);
}

async function recordProgress(
  { systemClock, worldClock }: StoresDeps,
  tx: Tx,
  store: StoreRow,
  input: ReadOrdersInput,
  page: Page<OrderSummary>,
) {
  const startedAt = new Date(input.started_at);
  if (input.purpose === "import") {
    await tx.run(sql`
      update stores.stores set import_orders_done = import_orders_done + ${page.items.length},
        import_orders_total = coalesce(${page.total}, import_orders_total)
      where id = ${store.id} and import_started_at <= ${startedAt} and import_finished_at is null`);
  }
  if (page.next !== null) {
    const next = { ...input, cursor: page.next };
    await tx.enqueue(readOrdersJob, next, { key: `${store.id}:${input.started_at}:${page.next}` });
    if (input.purpose === "import") await publishSynced(tx, store);
    return;
  }
  const now = worldClock.now();
  // Every sync goes back to the last complete one, so one that started after connecting and finished has read
  // everything.
  await tx.run(sql`
    update stores.stores set synced_at = ${now}, sync_failures = 0, last_failure = null, orders_blocked_by = null,
      open_orders_read_at = case when ${input.with_open} then ${systemClock.now()} else open_orders_read_at end,
      orders_read_to = greatest(orders_read_to, ${startedAt}),
      import_finished_at = case when import_started_at <= ${startedAt} then coalesce(import_finished_at, ${now})
        else import_finished_at end
    where id = ${store.id}`);
  await publishSynced(tx, store);
}

export function publishSynced(tx: Tx, store: { id: string; merchant_id: string }) {
  return tx.publish({ name: "store.synced", merchant_id: store.merchant_id, store_id: store.id });
}

/** Reads the order that a webhook named, as the platform has it now. */
export async function readOneOrder(deps: StoresDeps, storeId: string, externalId: string): Promise<void> {
  const store = await findConnected(deps.db, storeId);
  if (!store) return;
  const readAt = deps.systemClock.now();
  const order = await deps.access.use(store.id, (platform, credential) =>
    platform.readOrder(credential, externalId),
  );
  await deps.db.transaction((tx) => saveSnapshot(tx, store, externalId, order, readAt));
}

/** Counts a failed sync; a wait that the platform asked for is not a failure. */
export async function recordFailure({ db }: StoresDeps, storeId: string, error: AdapterFault): Promise<void> {
  await db.run(sql`
    update stores.stores set sync_failures = sync_failures + 1, last_failure = ${error.reason.slice(0, 500)}
    where id = ${storeId}`);
}

/** Stores why a store's orders cannot be read and publishes it once. The next successful sync clears it. */
export async function recordBlock({ db }: StoresDeps, storeId: string, error: AdapterFault): Promise<void> {
  const block = orderBlocks.find((known) => error.messageKey === `stores:${known}`);
  if (!block) return;
  await db.transaction(async (tx) => {
    const store = await tx.maybeOne<{ id: string; merchant_id: string }>(sql`
      update stores.stores set orders_blocked_by = ${block}
      where id = ${storeId} and orders_blocked_by is distinct from ${block} returning id, merchant_id`);
    if (store) await publishSynced(tx, store);
  });
}
