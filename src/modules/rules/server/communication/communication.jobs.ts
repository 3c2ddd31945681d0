import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { RulesDeps } from "../deps.ts";
import { deleteOldCommunicationEvaluations } from "./communication-evaluations.store.ts";
import { listDueCommunicationMerchants } from "./communication-rules.store.ts";
import { evaluateCommunication } from "./evaluate-communication.ts";

/** One merchant's rules: a merchant with many holds up no other. What fails is due again a minute later. */
const evaluateJob = defineJob({
  name: "rules-evaluate-communication",
  input: z.object({ merchant_id: z.string() }),
  retries: 0,
  expireSeconds: 300,
  concurrency: 4,
});
const enqueueDueJob = defineJob({
  name: "rules-enqueue-due-communication",
  input: z.object({}),
  retries: 0,
  schedule: "* * * * *",
});
const deleteOldJob = defineJob({
  name: "rules-delete-old-communication",
  input: z.object({}),
  schedule: "29 4 * * *",
});

const batchSize = 200;

/** Enqueues an evaluation for every merchant with a rule that is due; one that waits already is not enqueued twice. */
async function enqueueDue(db: Db, { now }: { now: Date }): Promise<void> {
  for (let after = ""; ; ) {
    const merchants = await listDueCommunicationMerchants(db, { now, after, size: batchSize });
    await db.transaction(async (tx) => {
      for (const merchant_id of merchants)
        await tx.enqueue(evaluateJob, { merchant_id }, { key: merchant_id });
    });
    const last = merchants.at(-1);
    if (last === undefined || merchants.length < batchSize) return;
    after = last;
  }
}

export function communicationJobs(deps: RulesDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const evaluate = evaluateCommunication(deps);
  return [
    handleJob(enqueueDueJob, () => enqueueDue(db, { now: worldClock.now() })),
    handleJob(evaluateJob, ({ merchant_id: merchantId }) =>
      evaluate(db, { merchantId, now: worldClock.now() }),
    ),
    handleJob(deleteOldJob, async () => {
      while ((await deleteOldCommunicationEvaluations(db, { now: worldClock.now(), size: 1_000 })) === 1_000);
    }),
  ];
}
