import { z } from "zod";
import { type Db, sql } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { type SendCodeDeps, sendCode, sendCodeJob } from "./send-code.ts";

const forgetJob = defineJob({
  name: "merchants.forget-old",
  input: z.object({}).catch({}),
  schedule: "17 * * * *",
});

/** The module's job handlers: sending codes, and deleting what is past its retention. */
export function merchantsJobs({ db, ...deps }: SendCodeDeps & { db: Db }): JobHandler[] {
  const send = sendCode(deps);
  return [
    handleJob(sendCodeJob, ({ send_id }) => send(db, { sendId: send_id })),
    handleJob(forgetJob, () => forgetOld(db, { now: deps.systemClock.now() })),
  ];
}

/**
 * Numbers and addresses are kept only while a limit needs them; ended sessions for a month, as evidence. `now` is the
 * system clock.
 */
export async function forgetOld(db: Db, { now }: { now: Date }): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db.run(sql`delete from merchants.code_sends where requested_at < ${daysAgo(2)}`);
  await db.run(sql`delete from merchants.address_failures where hour < ${daysAgo(1)}`);
  await db.run(sql`
    delete from merchants.sessions where expires_at < ${daysAgo(30)} or ended_at < ${daysAgo(30)}`);
  await db.run(sql`delete from merchants.challenges where expires_at < ${daysAgo(1)}`);
  // Failed attempts are deleted only after their source was quiet for a month.
  await db.run(sql`delete from merchants.failed_attempts where touched_at < ${daysAgo(30)}`);
}
