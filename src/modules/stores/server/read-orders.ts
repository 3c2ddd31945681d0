import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { orderBlocks } from "../contract/enums.ts";
import { findChanged } from "./orders.store.ts";
import { recordOrder, recordOrderGone } from "./record-order.ts";
import type { OrderSummary, Page, StoreOrder, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob } from "./stores.jobs.ts";
import {
  addImportedOrders,
  addSyncFailure,
  findConnected,
  publishSynced,
  saveBlock,
  saveCompletedSync,
} from "./stores.store.ts";

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

type Deps = Pick<StoresDeps, "access" | "log" | "systemClock" | "contacts">;

/**
 * Reads one page: orders that differ from the stored ones are read in full and recorded, then the next page is
 * enqueued. Safe to run again from the start: recorded orders no longer differ.
 */
export const readOrdersPage =
  (deps: Deps) =>
  async (ctx: ReadContext, input: ReadOrdersInput): Promise<void> => {
    const store = await findConnected(ctx, input.store_id);
    if (!store) return;
    const page = await deps.access.use(store, async (platform, credential) => {
      const listed = await platform.listOrders(credential, new Date(input.since), input.cursor);
      await recordChanged(deps, ctx, { storeId: store.id, platform, credential }, listed);
      return listed;
    });
    await transact(ctx, (ctx) => recordProgress(deps, ctx, input, page));
  };

/** A store's platform with a valid credential. */
type Opened = { storeId: string; platform: StorePlatform; credential: string };

async function recordChanged(deps: Deps, ctx: ReadContext, opened: Opened, page: Page<OrderSummary>) {
  const full = page.items.filter(({ order }) => order !== null);
  const partial = page.items.filter(({ order }) => order === null);
  // A partial row has only status and total; changes in a full one are found when it is recorded.
  const changed = [...full, ...(await findChanged(ctx, opened.storeId, partial))];
  for (let at = 0; at < changed.length; at += concurrency) {
    const chunk = changed.slice(at, at + concurrency);
    await Promise.all(chunk.map((summary) => recordOne(deps, ctx, opened, summary)));
  }
}

/** One unreadable order must not block the others: the next webhook or sync reads it. */
async function recordOne(
  deps: Deps,
  ctx: ReadContext,
  { storeId, platform, credential }: Opened,
  { externalId, order }: Pick<OrderSummary, "externalId" | "order">,
) {
  const readAt = deps.systemClock.now();
  try {
    const found = order ?? (await platform.readOrder(credential, externalId));
    await transact(ctx, (ctx) => saveSnapshot(deps, ctx, { storeId, externalId }, found, readAt));
  } catch (error) {
    if (!isFault(error, "rejected") || error.messageKey) throw error;
    deps.log.warn({ store_id: storeId, reason: error.reason }, "an order could not be read");
  }
}

async function saveSnapshot(
  { contacts }: Deps,
  ctx: Context,
  { storeId, externalId }: { storeId: string; externalId: string },
  order: StoreOrder | null,
  readAt: Date,
): Promise<void> {
  if (!order) return recordOrderGone(ctx, storeId, externalId, readAt);
  const orderId = await recordOrder(ctx, storeId, { order, readAt });
  if (orderId !== null && order.contact) await contacts.save(ctx, orderId, order.contact);
}

async function recordProgress(
  { systemClock }: Deps,
  ctx: Context,
  input: ReadOrdersInput,
  page: Page<OrderSummary>,
): Promise<void> {
  const { store_id: storeId } = input;
  const startedAt = new Date(input.started_at);
  if (input.purpose === "import") {
    await addImportedOrders(ctx, { storeId, startedAt, count: page.items.length, total: page.total });
  }
  if (page.next !== null) {
    const next = { ...input, cursor: page.next };
    await ctx.tx.enqueue(readOrdersJob, next, { key: `${storeId}:${input.started_at}:${page.next}` });
    if (input.purpose === "import") await publishSynced(ctx, storeId);
    return;
  }
  const openOrdersReadAt = input.with_open ? systemClock.now() : null;
  await saveCompletedSync(ctx, { storeId, startedAt, openOrdersReadAt });
  await publishSynced(ctx, storeId);
}

/** Reads the order that a webhook named, as the platform has it now. */
export const readOneOrder =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { storeId, externalOrderId }: { storeId: string; externalOrderId: string },
  ): Promise<void> => {
    const store = await findConnected(ctx, storeId);
    if (!store) return;
    const readAt = deps.systemClock.now();
    const order = await deps.access.use(store, (platform, credential) =>
      platform.readOrder(credential, externalOrderId),
    );
    const place = { storeId: store.id, externalId: externalOrderId };
    await transact(ctx, (ctx) => saveSnapshot(deps, ctx, place, order, readAt));
  };

type FailedRead = { storeId: string; error: AdapterFault };

/** Counts a failed sync; a wait that the platform asked for is not a failure. */
export function recordFailure(ctx: ReadContext, { storeId, error }: FailedRead): Promise<void> {
  return addSyncFailure(ctx, { storeId, reason: error.reason });
}

/** Stores why a store's orders cannot be read and publishes it once. The next successful sync clears it. */
export async function recordBlock(ctx: ReadContext, { storeId, error }: FailedRead): Promise<void> {
  const block = orderBlocks.find((known) => error.messageKey === `stores:${known}`);
  if (!block) return;
  await transact(ctx, async (ctx) => {
    if (await saveBlock(ctx, { storeId, block })) await publishSynced(ctx, storeId);
  });
}
