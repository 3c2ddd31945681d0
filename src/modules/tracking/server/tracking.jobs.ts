import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { makeMonths } from "./make-months.ts";
import { restateClicks } from "./restate-clicks.ts";

/** Hourly, because in a rehearsal the business clock may run far ahead of the system's. */
export const makeMonthsJob = defineJob({
  name: "tracking-make-months",
  input: z.object({}),
  schedule: "7 * * * *",
  retries: 3,
});

/** Does something only after a new rule version. */
export const restateClicksJob = defineJob({
  name: "tracking-restate-clicks",
  input: z.object({}),
  schedule: "41 3 * * *",
  retries: 3,
  expireSeconds: 3_600,
});

/** Both work on the clicks of all merchants at once. */
export function trackingJobs({ db, worldClock }: { db: Db; worldClock: Clock }): JobHandler[] {
  const restate = restateClicks();
  return [
    handleJob(makeMonthsJob, () => makeMonths(db, { now: worldClock.now() })),
    handleJob(restateClicksJob, () => restate(db, { now: worldClock.now() })),
  ];
}
