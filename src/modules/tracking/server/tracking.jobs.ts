import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { AttributeOrdersDeps } from "./attribute-orders.ts";
import { checkUnopened } from "./check-unopened.ts";
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

/** Often, because figures of today are read today. */
export const checkUnopenedJob = defineJob({
  name: "tracking-check-unopened",
  input: z.object({}),
  schedule: "*/15 * * * *",
  retries: 1,
  expireSeconds: 900,
});

type Deps = AttributeOrdersDeps & { db: Db; worldClock: Clock };

/** They work on the clicks of all merchants, each merchant's in transactions of its own. */
export function trackingJobs({ db, worldClock, stores }: Deps): JobHandler[] {
  const restate = restateClicks({ stores });
  const check = checkUnopened({ stores });
  return [
    handleJob(makeMonthsJob, () => makeMonths(db, { now: worldClock.now() })),
    handleJob(restateClicksJob, (_input, signal) => restate(db, { now: worldClock.now(), signal })),
    handleJob(checkUnopenedJob, () => check(db, { now: worldClock.now() })),
  ];
}
