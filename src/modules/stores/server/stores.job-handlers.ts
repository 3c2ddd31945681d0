import { sql } from "#base/server/db/db.ts";
import { handleJob, type JobDefinition, type JobHandler, RescheduleJob } from "#base/server/jobs.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { restateUnconfirmed } from "./count-unconfirmed.ts";
import { revokeAccess } from "./disconnect-store.ts";
import { enqueueDailySync, syncAll } from "./enqueue-sync.ts";
import { readOneOrder, readOrdersPage, recordBlock, recordFailure } from "./read-orders.ts";
import { readProductsPage } from "./read-products.ts";
import { readShop } from "./read-shop.ts";
import type { StoresDeps } from "./stores.deps.ts";
import * as jobs from "./stores.jobs.ts";
import { subscribe } from "./subscribe.ts";

const deliveryRetentionDays = 14;

/** All background jobs of this module. */
export function storesJobHandlers(deps: StoresDeps): JobHandler[] {
  return [
    handleWithFaults(deps, jobs.subscribeJob, ({ store_id }) => subscribe(deps, store_id)),
    handleWithFaults(deps, jobs.readOrdersJob, (input) => readOrdersPage(deps, input), isSync),
    handleWithFaults(deps, jobs.readOrderJob, ({ store_id, external_order_id }) =>
      readOneOrder(deps, store_id, external_order_id),
    ),
    handleWithFaults(deps, jobs.readProductsJob, (input) => readProductsPage(deps, input)),
    handleWithFaults(deps, jobs.readShopJob, ({ store_id }) => readShop(deps, store_id)),
    handleWithFaults(deps, jobs.revokeAccessJob, ({ store_id }) => revokeAccess(deps, store_id)),
    handleJob(jobs.recountJob, (input) => restateUnconfirmed(deps, input)),
    handleJob(jobs.syncAllJob, () => syncAll(deps)),
    handleJob(jobs.dailyJob, async () => {
      await enqueueDailySync(deps);
      await deleteExpired(deps);
    }),
  ];
}

/** The safety net runs again within minutes: its failed jobs are not rescheduled. */
const isSync = ({ purpose }: { purpose: string }) => purpose === "sync";

const orderJobs = new Set([jobs.readOrdersJob.name, jobs.readOrderJob.name]);

/** Maps each of the four faults to its next step: wait, stop (the loss is already published), count it, or retry. */
function handleWithFaults<Input extends { store_id: string }>(
  deps: StoresDeps,
  job: JobDefinition<Input>,
  work: (input: Input) => Promise<void>,
  recurs: (input: Input) => boolean = () => false,
): JobHandler {
  return handleJob(job, async (input) => {
    try {
      await work(input);
    } catch (error) {
      if (!isFault(error)) throw error;
      const { store_id } = input;
      deps.log.warn(
        { job: job.name, store_id, fault: error.kind, reason: error.reason },
        "a store did not answer",
      );
      if (error.kind === "reconnect") return;
      if (error.kind === "outcome_unknown") throw error;
      if (orderJobs.has(job.name)) await recordBlock(deps, store_id, error);
      if (error.kind === "rejected" || recurs(input)) return recordFailure(deps, store_id, error);
      throw new RescheduleJob((error.retryAfterSeconds ?? 30) * (1 + Math.random() / 5));
    }
  });
}

async function deleteExpired({ db, systemClock }: StoresDeps): Promise<void> {
  const before = new Date(systemClock.now().getTime() - deliveryRetentionDays * 86_400_000);
  await db.run(sql`delete from stores.webhook_deliveries where received_at < ${before}`);
  await db.run(sql`delete from stores.authorizations where expires_at < ${before}`);
}
