import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { listOverdue, wipeBodies } from "./emails.store.ts";
import { type SendEmailDeps, sendEmail, sendEmailJob } from "./send-email.ts";

const reviewJob = defineJob({
  name: "messages.review-outbox",
  input: z.object({}).catch({}),
  schedule: "* * * * *",
});

/** A message without a job of its own for so long is given one again. */
const overdueMs = 60_000;
const bodiesKeptMs = 30 * 86_400_000;
const batchSize = 500;

export function messagesJobs({ db, ...deps }: SendEmailDeps & { db: Db }): JobHandler[] {
  const send = sendEmail(deps);
  return [
    handleJob(sendEmailJob, ({ merchant_id, email_id }) =>
      send(db, { merchantId: merchant_id, emailId: email_id }),
    ),
    handleJob(reviewJob, () => reviewOutbox(db, deps.systemClock.now())),
  ];
}

/** Gives lost messages their job again, and wipes what is past its retention. `now` is the system clock. */
export async function reviewOutbox(db: Db, now: Date): Promise<void> {
  const overdue = await listOverdue(db, { before: new Date(now.getTime() - overdueMs), limit: batchSize });
  if (overdue.length > 0)
    await db.transaction(async (tx) => {
      for (const { merchant_id, id } of overdue)
        await tx.enqueue(sendEmailJob, { merchant_id, email_id: id }, { key: `messages.send:${id}` });
    });
  await wipeBodies(db, { before: new Date(now.getTime() - bodiesKeptMs), limit: batchSize });
}
