import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { textChannels } from "../contract/enums.ts";
import { listOverdue, wipeBodies } from "./emails.store.ts";
import { ensureTemplates } from "./ensure-templates.ts";
import { type SendEmailDeps, sendEmail, sendEmailJob } from "./send-email.ts";
import { sendTextsJob } from "./send-texts.job.ts";
import { type SendTextsDeps, sendTexts } from "./send-texts.ts";
import { findNextDue, wipeTextParams } from "./texts.store.ts";

const reviewJob = defineJob({
  name: "messages.review-outbox",
  input: z.object({}).catch({}),
  schedule: "* * * * *",
});

/** Every quarter of an hour: reviews take WhatsApp minutes to a day, and a new installation begins soon. */
const ensureTemplatesJob = defineJob({
  name: "messages.ensure-whatsapp-templates",
  input: z.object({}).catch({}),
  retries: 0,
  schedule: "*/15 * * * *",
});

/** A message without a job of its own for so long is given one again. */
const overdueMs = 60_000;
const bodiesKeptMs = 30 * 86_400_000;
const batchSize = 500;

export function messagesJobs({ db, ...deps }: SendEmailDeps & SendTextsDeps & { db: Db }): JobHandler[] {
  const send = sendEmail(deps);
  const sendDueTexts = sendTexts(deps);
  return [
    handleJob(sendEmailJob, ({ merchant_id, email_id }) =>
      send(db, { merchantId: merchant_id, emailId: email_id }),
    ),
    handleJob(sendTextsJob, ({ channel }, signal) => sendDueTexts(db, channel, signal)),
    handleJob(ensureTemplatesJob, ensureTemplates(deps)),
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
  for (const channel of textChannels) {
    const due = await findNextDue(db, channel);
    if (due && due <= now)
      await db.transaction((tx) => tx.enqueue(sendTextsJob, { channel }, { key: channel }));
  }
  await wipeTextParams(db, { before: new Date(now.getTime() - bodiesKeptMs), limit: batchSize });
  await wipeBodies(db, { before: new Date(now.getTime() - bodiesKeptMs), limit: batchSize });
}
