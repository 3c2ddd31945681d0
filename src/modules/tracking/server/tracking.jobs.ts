import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { makeMonths } from "./make-months.ts";
import { restateClicks } from "./restate-clicks.ts";

/** Every hour, because the business clock may run far ahead of the machine's in a rehearsal. */
export const makeMonthsJob = defineJob({
  name: "tracking-make-months",
  input: z.object({}),
  schedule: "7 * * * *",
  retries: 3,
});

/** After a new rule; nothing to do on all other days. */
export const restateClicksJob = defineJob({
  name: "tracking-restate-clicks",
  input: z.object({}),
  schedule: "41 3 * * *",
  retries: 3,
  expireSeconds: 3_600,
});

export function trackingJobs({ db, worldClock }: { db: Db; worldClock: Clock }): JobHandler[] {
  return [
    handleJob(makeMonthsJob, () => makeMonths(db, worldClock.now())),
    handleJob(restateClicksJob, () => restateClicks(db, worldClock)),
  ];
}
