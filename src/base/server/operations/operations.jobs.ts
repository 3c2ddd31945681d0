import { z } from "zod";
import { systemTxContext } from "../context.ts";
import type { Db } from "../db/db.ts";
import { defineJob, handleJob, type JobHandler } from "../jobs.ts";
import { deleteFinished, lockStalled } from "./operations.store.ts";
import { enqueueRun, runOperationJob } from "./run-operation-job.ts";
import { type RunDeps, runSlice } from "./run-slice.ts";

/** Longer than a slice and its waits: an operation that stood still for so long has lost its job. */
const stalledMs = 120_000;
const retentionDays = 90;
const batchSize = 500;

const everyMinute = "* * * * *";
const maintenanceJob = defineJob({
  name: "operations-maintenance",
  input: z.object({}),
  schedule: everyMinute,
});

export function operationsJobs(deps: RunDeps): JobHandler[] {
  const run = runSlice(deps);
  return [
    handleJob(runOperationJob, ({ merchant_id: merchantId, operation_id: operationId }, signal) =>
      run({ merchantId, operationId, signal }),
    ),
    handleJob(maintenanceJob, async () => {
      await wakeStalled(deps.db, { systemNow: deps.systemClock.now(), now: deps.worldClock.now() });
      await deleteOld(deps.db, { now: deps.worldClock.now() });
    }),
  ];
}

/** Enqueues unfinished operations whose job was lost, of all merchants. */
export async function wakeStalled(db: Db, { systemNow, now }: { systemNow: Date; now: Date }): Promise<void> {
  const before = new Date(systemNow.getTime() - stalledMs);
  await db.transaction(async (tx) => {
    const stalled = await lockStalled(tx, { before, limit: batchSize });
    for (const { merchant_id, id } of stalled)
      await enqueueRun(systemTxContext(tx, merchant_id, now), { operationId: id });
  });
}

/** Deletes operations of all merchants that finished long ago (business time), with their items. */
export async function deleteOld(db: Db, { now }: { now: Date }): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  return deleteFinished(db, { before, limit: batchSize });
}
