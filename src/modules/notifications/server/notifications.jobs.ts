import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { deleteOld } from "./notifications.store.ts";

/** How long a notification is kept. */
export const retentionMs = 180 * 86_400_000;
const batchSize = 1_000;

const deleteOldJob = defineJob({
  name: "notifications-delete-old",
  input: z.object({}),
  retries: 0,
  schedule: "37 * * * *",
});

export function notificationsJobs({ db, systemClock }: { db: Db; systemClock: Clock }): JobHandler[] {
  return [handleJob(deleteOldJob, () => deleteOldNotifications(db, systemClock.now()))];
}

/** Oldest first over all merchants, batch after batch. `now` is the system clock. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  while ((await deleteOld(db, { before, limit: batchSize })) === batchSize);
}
