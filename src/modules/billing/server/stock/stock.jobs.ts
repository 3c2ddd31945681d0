import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/** Ends lots whose time is over. */
export const expireLotsJob = defineJob({
  name: "billing.expire-lots",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 0,
  concurrency: 1,
  expireSeconds: 290,
});
/** Gives back what works that never finished had reserved. */
export const releaseUnfinishedJob = defineJob({
  name: "billing.release-unfinished",
  input: z.object({}),
  schedule: "*/10 * * * *",
  retries: 0,
  concurrency: 1,
});
