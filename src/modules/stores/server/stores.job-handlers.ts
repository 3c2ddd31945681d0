import { type ReadContext, systemContext } from "#base/server/context.ts";
import { handleJob, type JobDefinition, type JobHandler, RescheduleJob } from "#base/server/jobs.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { restateUnconfirmed } from "./count-unconfirmed.ts";
import { revokeAccess } from "./disconnect-store.ts";
import { enqueueDailySync, syncAll } from "./enqueue-sync.ts";
import { rankProducts } from "./rank-products.ts";
import { readOneOrder, readOrdersPage, recordBlock, recordFailure } from "./read-orders.ts";
import { readProductsPage } from "./read-products.ts";
import { readShop } from "./read-shop.ts";
import type { StoresDeps } from "./stores.deps.ts";
import * as jobs from "./stores.jobs.ts";
import { findOwner } from "./stores.store.ts";
import { subscribe } from "./subscribe.ts";
import { deleteOldDeliveries } from "./webhook-deliveries.store.ts";

const deliveryRetentionDays = 14;

/** All background jobs of this module. */
export function storesJobHandlers(deps: StoresDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const readOrder = readOneOrder(deps);
  const enqueueSyncs = syncAll(deps);
  const checkSilent = checkWebhooks(deps);
  const enqueueDailySyncs = enqueueDailySync(deps);
  return [
    handleForStore(deps, jobs.subscribeJob, byStoreId(subscribe(deps))),
    handleForStore(deps, jobs.readOrdersJob, readOrdersPage(deps), isSync),
    handleForStore(
      deps,
      jobs.readOrderJob,
      (ctx, { store_id: storeId, external_order_id: externalOrderId }) =>
        readOrder(ctx, { storeId, externalOrderId }),
    ),
    handleForStore(deps, jobs.readProductsJob, readProductsPage(deps)),
    handleForStore(deps, jobs.readShopJob, byStoreId(readShop(deps))),
    handleForStore(deps, jobs.revokeAccessJob, byStoreId(revokeAccess(deps))),
    handleForStore(deps, jobs.recountJob, (ctx, { store_id: storeId, after }) =>
      restateUnconfirmed(ctx, { storeId, after }),
    ),
    handleJob(jobs.syncAllJob, () => enqueueSyncs(db, { now: worldClock.now() })),
    handleJob(jobs.checkWebhooksJob, () => checkSilent(db, { now: worldClock.now() })),
    handleJob(jobs.rankProductsJob, () => rankProducts(db, { now: worldClock.now() })),
    handleJob(jobs.dailyJob, async () => {
      await enqueueDailySyncs(db, { now: worldClock.now() });
      await deleteExpired(deps);
    }),
  ];
}

const byStoreId =
  (work: (ctx: ReadContext, input: { storeId: string }) => Promise<void>) =>
  (ctx: ReadContext, { store_id: storeId }: { store_id: string }) =>
    work(ctx, { storeId });

/** The safety net runs again within minutes: its failed jobs are not rescheduled. */
const isSync = ({ purpose }: { purpose: string }) => purpose === "sync";

const orderJobs = new Set([jobs.readOrdersJob.name, jobs.readOrderJob.name]);

/**
 * A job about one store: the product acts for the store's merchant. Maps each of the four faults to its next step:
 * wait, stop (the loss is already published), count it, or retry.
 */
function handleForStore<Input extends { store_id: string }>(
  { db, worldClock, log }: StoresDeps,
  job: JobDefinition<Input>,
  work: (ctx: ReadContext, input: Input) => Promise<void>,
  recurs: (input: Input) => boolean = () => false,
): JobHandler {
  return handleJob(job, async (input) => {
    const storeId = input.store_id;
    const merchantId = await findOwner(db, storeId);
    if (merchantId === undefined) return;
    const ctx = systemContext(db, merchantId, worldClock.now());
    try {
      await work(ctx, input);
    } catch (error) {
      if (!isFault(error)) throw error;
      log.warn(
        { job: job.name, store_id: storeId, fault: error.kind, reason: error.reason },
        "a store did not answer",
      );
      if (error.kind === "reconnect") return;
      if (error.kind === "outcome_unknown") throw error;
      if (orderJobs.has(job.name)) await recordBlock(ctx, { storeId, error });
      if (error.kind === "rejected" || recurs(input)) return recordFailure(ctx, { storeId, error });
      throw new RescheduleJob((error.retryAfterSeconds ?? 30) * (1 + Math.random() / 5));
    }
  });
}

async function deleteExpired({ db, systemClock }: StoresDeps): Promise<void> {
  const before = new Date(systemClock.now().getTime() - deliveryRetentionDays * 86_400_000);
  await deleteOldDeliveries(db, { before });
}
