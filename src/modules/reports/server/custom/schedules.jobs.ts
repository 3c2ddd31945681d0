import { z } from "zod";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { messagesEvents } from "#modules/messages/contract/messages.events.ts";
import { publishChange } from "./change-custom.ts";
import type { ScheduleDeps } from "./custom-deps.ts";
import { deliverReport } from "./deliver-report.ts";
import { findSchedule, listDueSchedules, stopSchedule } from "./schedules.store.ts";

const dispatchJob = defineJob({
  name: "reports.dispatch-due",
  input: z.object({}).catch({}),
  schedule: "* * * * *",
});

/** Drawing takes a moment of processor time: two at a time leave the rest to requests. */
export const deliverJob = defineJob({
  name: "reports.deliver-scheduled",
  input: z.object({ merchant_id: z.string(), schedule_id: z.string() }),
  retries: 5,
  retrySeconds: 30,
  concurrency: 2,
});

/** As many are handed out a minute, of one merchant so many at most. */
const dispatchMax = 500;
const perMerchantMax = 5;

/** Gives every schedule that is due its own job, once while one waits. Without any it is one empty index scan. */
export const dispatchDue = async ({
  db,
  worldClock,
}: Pick<ScheduleDeps, "db" | "worldClock">): Promise<number> => {
  const due = await listDueSchedules(db, {
    now: worldClock.now(),
    limit: dispatchMax,
    perMerchant: perMerchantMax,
  });
  if (due.length > 0)
    await db.transaction(async (tx) => {
      for (const { merchant_id, id } of due)
        await tx.enqueue(deliverJob, { merchant_id, schedule_id: id }, { key: `reports.deliver:${id}` });
    });
  return due.length;
};

export function scheduleJobs(deps: ScheduleDeps): JobHandler[] {
  const deliver = deliverReport(deps);
  return [
    handleJob(dispatchJob, async () => {
      await dispatchDue(deps);
    }),
    handleJob(deliverJob, ({ merchant_id, schedule_id }) =>
      deliver({ merchantId: merchant_id, scheduleId: schedule_id }),
    ),
  ];
}

/** A reader who unsubscribes stops that schedule, and its page says so. */
export const scheduleSubscriptions = (): Subscription[] => [
  subscribe({
    name: "reports.unsubscribed",
    to: pickEvents(messagesEvents, "messages.unsubscribed"),
    async handle(ctx, { topic, subject_id }) {
      if (topic !== "report") return;
      const schedule = await findSchedule(ctx, subject_id);
      if (!schedule) return;
      await stopSchedule(ctx, schedule.id, "unsubscribed");
      await publishChange(ctx, schedule.report_id);
    },
  }),
];
