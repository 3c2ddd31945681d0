import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/** Delivers paid orders, and records what went back of them, where an event did not. */
export const reviewOrdersJob = defineJob({
  name: "billing.review-orders",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** Ends orders that nobody paid. */
export const expireOrdersJob = defineJob({
  name: "billing.expire-orders",
  input: z.object({}),
  schedule: "*/15 * * * *",
  retries: 0,
  concurrency: 1,
});
