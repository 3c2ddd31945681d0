import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { clearUploads } from "#base/server/http/clear-uploads.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { uploadsCall } from "./reserved-space.ts";

/** Frees the bytes of files whose rows are gone. */
export const forgetBytesJob = defineJob({
  name: "creative-forget-bytes",
  input: z.object({ keys: z.array(z.string()) }),
});

/** Frees what unfinished uploads left behind, once their time is over. */
export const clearUploadsJob = defineJob({
  name: "creative-clear-uploads",
  input: z.object({}),
  schedule: "23 * * * *",
  retries: 1,
  expireSeconds: 600,
});

/** An upload expires after a day; what is older belongs to none, and was left by a process that was killed. */
const leftoverHours = 26;
const batchSize = 100;

type Deps = { db: Db; storage: ObjectStorage; systemClock: Clock };

export function creativeJobs({ db, storage, systemClock }: Deps): JobHandler[] {
  return [
    handleJob(forgetBytesJob, async ({ keys }) => {
      for (const key of keys) await storage.remove(key);
    }),
    handleJob(clearUploadsJob, async (_input, signal) => {
      const which = { call: uploadsCall, limit: batchSize };
      let cleared = batchSize;
      while (cleared === batchSize && !signal.aborted)
        cleared = await clearUploads(db, which, storage.removeUpload);
      await storage.removeLeftovers(new Date(systemClock.now().getTime() - leftoverHours * 3_600_000));
    }),
  ];
}
