import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { deleteOldChallenges } from "./challenges.store.ts";
import { deleteOldFailures } from "./failed-attempts.store.ts";
import { deleteOldInvitations } from "./invitations.store.ts";
import { deleteOldSessions } from "./sessions.store.ts";

const forgetJob = defineJob({
  name: "staff.forget-old",
  input: z.object({}).catch({}),
  schedule: "47 * * * *",
});

export function staffJobs({ db, systemClock }: { db: Db; systemClock: Clock }): JobHandler[] {
  return [handleJob(forgetJob, () => forgetOld(db, systemClock.now()))];
}

/**
 * Ended sessions are kept for three months: they tell from where a member signs in. Failed attempts are deleted once
 * their source was quiet for a month. The audit log stays.
 */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await deleteOldSessions(db, daysAgo(90));
  await deleteOldChallenges(db, daysAgo(1));
  await deleteOldInvitations(db, daysAgo(1));
  await deleteOldFailures(db, daysAgo(30));
}
