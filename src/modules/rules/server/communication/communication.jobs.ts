import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { RulesDeps } from "../deps.ts";
import { enqueueDueMerchants, merchantInput } from "../enqueue-due-merchants.ts";
import { deleteOldCommunicationEvaluations } from "./communication-evaluations.store.ts";
import { listDueCommunicationMerchants } from "./communication-rules.store.ts";
import { evaluateCommunication } from "./evaluate-communication.ts";

/** One merchant's rules: a merchant with many holds up no other. What fails is due again a minute later. */
const evaluateJob = defineJob({
  name: "rules-evaluate-communication",
  input: merchantInput,
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

export function communicationJobs(deps: RulesDeps): JobHandler[] {
  const { db, worldClock } = deps;
  const evaluate = evaluateCommunication(deps);
  return [
    handleJob(enqueueDueJob, () => {
      const now = worldClock.now();
      return enqueueDueMerchants(db, evaluateJob, (page) =>
        listDueCommunicationMerchants(db, { now, ...page }),
      );
    }),
    handleJob(evaluateJob, ({ merchant_id: merchantId }) =>
      evaluate(db, { merchantId, now: worldClock.now() }),
    ),
    handleJob(deleteOldJob, async () => {
      while ((await deleteOldCommunicationEvaluations(db, { now: worldClock.now(), size: 1_000 })) === 1_000);
    }),
  ];
}
