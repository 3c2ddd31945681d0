import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { checkHealth, type HealthDeps } from "./check-health.ts";
import { type DomainsDeps, reviewDomains } from "./domains.ts";
import { deleteOldLinkRows } from "./link-rows.store.ts";

/** Runs through what is due, at most four minutes. */
export const checkHealthJob = defineJob({
  name: "tracking-check-health",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 1,
  concurrency: 1,
  expireSeconds: 600,
});

export const reviewDomainsJob = defineJob({
  name: "tracking-review-domains",
  input: z.object({}),
  schedule: "23 * * * *",
  retries: 1,
  concurrency: 1,
  expireSeconds: 3_000,
});

export const deleteOldRowsJob = defineJob({
  name: "tracking-delete-old-rows",
  input: z.object({}),
  schedule: "11 4 * * *",
});

/** Rows of pasted lists are kept as long as their operation's result is of use. */
const rowDays = 30;

type Deps = HealthDeps & DomainsDeps & { db: Db; worldClock: Clock };

export function linksJobs({ db, worldClock, ...deps }: Deps): JobHandler[] {
  const check = checkHealth(deps);
  const review = reviewDomains(deps);
  return [
    handleJob(checkHealthJob, () => check(db, { now: worldClock.now() })),
    handleJob(reviewDomainsJob, () => review(db, { now: worldClock.now() })),
    handleJob(deleteOldRowsJob, async () => {
      const before = new Date(worldClock.now().getTime() - rowDays * 86_400_000);
      while ((await deleteOldLinkRows(db, before)) > 0) {
        // The next batch.
      }
    }),
  ];
}
