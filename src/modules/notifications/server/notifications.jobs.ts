import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { deleteOldSendings } from "./channel-settings.store.ts";
import { deleteOld, deleteOldWeeks } from "./notifications.store.ts";
import { sendPushJob } from "./send-push.job.ts";
import { type SendPushDeps, sendPush } from "./send-push.ts";
import { weeklyNoteJob } from "./weekly-note.job.ts";
import { enqueueWeeklyNotes, tellWeeklyNote, type WeeklyNoteDeps } from "./weekly-note.ts";

/** How long a notification is kept. */
export const retentionMs = 180 * 86_400_000;
const batchSize = 1_000;

const deleteOldJob = defineJob({
  name: "notifications-delete-old",
  input: z.object({}),
  retries: 0,
  schedule: "37 * * * *",
});
const enqueueWeeklyJob = defineJob({
  name: "notifications-enqueue-weekly",
  input: z.object({}),
  retries: 0,
  schedule: "*/10 * * * *",
});

type Deps = WeeklyNoteDeps & SendPushDeps & { worldClock: Clock };

export function notificationsJobs(deps: Deps): JobHandler[] {
  const { db, worldClock } = deps;
  const tellWeek = tellWeeklyNote(deps);
  const push = sendPush(deps);
  return [
    handleJob(sendPushJob, (input) => push(db, input)),
    handleJob(deleteOldJob, async () => {
      await deleteOldNotifications(db, worldClock.now());
      await deleteOldWeeks(db, addDays(toRiyadhDay(worldClock.now()), -30));
    }),
    handleJob(enqueueWeeklyJob, () => enqueueWeeklyNotes(deps, worldClock.now())),
    handleJob(weeklyNoteJob, (input) => tellWeek(input, worldClock.now())),
  ];
}

/** Oldest first over all merchants, batch after batch. `now` is the system clock. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  while ((await deleteOld(db, { before, limit: batchSize })) === batchSize);
  while ((await deleteOldSendings(db, { now, limit: batchSize })) === batchSize);
}
