import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { listDueMerchants } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { evaluateMerchant } from "./evaluate-merchant.ts";
import { deleteOldEvaluations } from "./evaluations.store.ts";
import { deleteOldQuestions } from "./questions.store.ts";

/** One merchant's rules: a merchant with many holds up no other. What fails is due again a minute later. */
const evaluateJob = defineJob({
  name: "rules-evaluate",
  input: z.object({ merchant_id: z.string() }),
  retries: 0,
  expireSeconds: 600,
  concurrency: 2,
});
const enqueueDueJob = defineJob({
  name: "rules-enqueue-due",
  input: z.object({}),
  retries: 0,
  schedule: "* * * * *",
});
const deleteOldJob = defineJob({ name: "rules-delete-old", input: z.object({}), schedule: "23 4 * * *" });

const batchSize = 200;
const questionsKeptMs = 35 * 86_400_000;

/** Enqueues an evaluation for every merchant with a rule that is due; one that waits already is not enqueued twice. */
export async function enqueueDue(db: Db, times: { now: Date; systemNow: Date }): Promise<void> {
  for (let after = ""; ; ) {
    const merchants = await listDueMerchants(db, { ...times, after, size: batchSize });
    await db.transaction(async (tx) => {
      for (const merchant_id of merchants)
        await tx.enqueue(evaluateJob, { merchant_id }, { key: merchant_id });
    });
    const last = merchants.at(-1);
    if (last === undefined || merchants.length < batchSize) return;
    after = last;
  }
}

export function rulesJobs(deps: RulesDeps): JobHandler[] {
  const { db, systemClock, worldClock } = deps;
  const evaluate = evaluateMerchant(deps);
  return [
    handleJob(enqueueDueJob, () => enqueueDue(db, { now: worldClock.now(), systemNow: systemClock.now() })),
    handleJob(evaluateJob, ({ merchant_id: merchantId }) =>
      evaluate(db, { merchantId, now: worldClock.now() }),
    ),
    handleJob(deleteOldJob, async () => {
      const before = new Date(systemClock.now().getTime() - questionsKeptMs);
      while ((await deleteOldQuestions(db, { before, size: 1_000 })) === 1_000);
      while ((await deleteOldEvaluations(db, { now: worldClock.now(), size: 1_000 })) === 1_000);
    }),
  ];
}
