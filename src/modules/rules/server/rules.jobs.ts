import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { listDueMerchants } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { enqueueDueMerchants, merchantInput } from "./enqueue-due-merchants.ts";
import { evaluateMerchant } from "./evaluate-merchant.ts";
import { deleteOldEvaluations } from "./evaluations.store.ts";
import { deleteOldQuestions } from "./questions.store.ts";

/** One merchant's rules: a merchant with many holds up no other. What fails is due again a minute later. */
const evaluateJob = defineJob({
  name: "rules-evaluate",
  input: merchantInput,
  retries: 0,
  expireSeconds: 600,
  // A run is a few large statements: one at a time leaves the database to whoever waits for an answer.
  concurrency: 1,
});
const enqueueDueJob = defineJob({
  name: "rules-enqueue-due",
  input: z.object({}),
  retries: 0,
  schedule: "* * * * *",
});
const deleteOldJob = defineJob({ name: "rules-delete-old", input: z.object({}), schedule: "23 4 * * *" });

const questionsKeptMs = 35 * 86_400_000;

export function rulesJobs(deps: RulesDeps): JobHandler[] {
  const { db, systemClock, worldClock } = deps;
  const evaluate = evaluateMerchant(deps);
  return [
    handleJob(enqueueDueJob, () => {
      const times = { now: worldClock.now(), systemNow: systemClock.now() };
      return enqueueDueMerchants(db, evaluateJob, (page) => listDueMerchants(db, { ...times, ...page }));
    }),
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
