import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/** Writes one export. A run may take long: one that shows no progress is taken for lost by `roundJob`. */
export const makeExportJob = defineJob({
  name: "privacy-make-export",
  input: z.object({ merchant_id: z.string(), export_id: z.string() }),
  retries: 3,
  retrySeconds: 10,
  expireSeconds: 3_600,
  concurrency: 2,
});

/** Does what an erasure still has to do. */
export const eraseJob = defineJob({
  name: "privacy-erase",
  input: z.object({ merchant_id: z.string() }),
  retries: 0,
  expireSeconds: 3_600,
  concurrency: 1,
});

/** Each minute a few statements find lost exports, ended ones and erasures that are due: others cost nothing. */
export const roundJob = defineJob({
  name: "privacy-round",
  input: z.object({}),
  retries: 0,
  expireSeconds: 600,
  schedule: "* * * * *",
});

/** Each night, what is past its retention. */
export const retentionJob = defineJob({
  name: "privacy-retention",
  input: z.object({}),
  retries: 1,
  expireSeconds: 3_600,
  schedule: "41 3 * * *",
});
