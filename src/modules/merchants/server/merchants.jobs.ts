import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { deleteOldFailures } from "./address-failures.store.ts";
import { deleteExpiredChallenges } from "./challenges.store.ts";
import { deleteOldSends } from "./code-sends.store.ts";
import { deleteOldAttempts } from "./failed-attempts.store.ts";
import { deleteOldInvitationSends } from "./invitation-sends.store.ts";
import { type SendCodeDeps, sendCode, sendCodeJob } from "./send-code.ts";
import { type SendInvitationDeps, sendInvitation, sendInvitationJob } from "./send-invitation.ts";
import { deleteOldSessions } from "./sessions.store.ts";

const forgetJob = defineJob({
  name: "merchants.forget-old",
  input: z.object({}).catch({}),
  schedule: "17 * * * *",
});

/** The module's job handlers: sending codes and invitations, and deleting what is past its retention. */
export function merchantsJobs({ db, ...deps }: SendCodeDeps & SendInvitationDeps & { db: Db }): JobHandler[] {
  const send = sendCode(deps);
  const invite = sendInvitation(deps);
  return [
    handleJob(sendCodeJob, ({ send_id }) => send(db, { sendId: send_id })),
    handleJob(sendInvitationJob, ({ send_id }) => invite(db, { sendId: send_id })),
    handleJob(forgetJob, () => forgetOld(db, { now: deps.systemClock.now() })),
  ];
}

/**
 * Numbers and addresses are kept only while a limit needs them; ended sessions for a month, as evidence. `now` is the
 * system clock.
 */
export async function forgetOld(db: Db, { now }: { now: Date }): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await deleteOldSends(db, { before: daysAgo(2) });
  await deleteOldInvitationSends(db, { before: daysAgo(2) });
  await deleteOldFailures(db, { before: daysAgo(1) });
  await deleteOldSessions(db, { before: daysAgo(30) });
  await deleteExpiredChallenges(db, { before: daysAgo(1) });
  await deleteOldAttempts(db, { before: daysAgo(30) });
}
