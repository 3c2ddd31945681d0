import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { advanceDue } from "./advance-due.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { reviewPeriods } from "./review-periods.ts";

/** Trials, renewals and tries that are due. May run twice, in two processes at once. */
const advanceSubscriptionsJob = defineJob({
  name: "billing.advance-subscriptions",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
  expireSeconds: 600,
});

/** Payments of periods, and what went back of them, that an event did not carry out. */
const reviewPeriodsJob = defineJob({
  name: "billing.review-periods",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});

export function plansJobs(deps: BillingDeps & { db: Db }): JobHandler[] {
  const advance = advanceDue(deps);
  const review = reviewPeriods(deps);
  return [
    handleJob(advanceSubscriptionsJob, (_input, signal) =>
      advance(deps.db, { now: deps.worldClock.now(), signal }),
    ),
    handleJob(reviewPeriodsJob, () => review(deps.db, { now: deps.worldClock.now() })),
  ];
}
