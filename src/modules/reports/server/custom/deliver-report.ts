import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { EmailContent } from "#modules/messages/server/messages.facade.ts";
import type { StopReason } from "../../contract/custom-report.ts";
import { findLastSlot, findNextSlot, toDeliveryPeriod } from "../../domain/schedule-slots.ts";
import type { ScheduleDeps } from "./custom-deps.ts";
import { type CustomReportRecord, findReportForMember } from "./custom-reports.store.ts";
import { drawDigest } from "./draw-digest.ts";
import { loadDigest } from "./load-digest.ts";
import { toEmailKey } from "./present-custom.ts";
import {
  findSchedule,
  insertDelivery,
  isDelivered,
  lockSchedule,
  type ScheduleRecord,
  setNextDue,
  stopSchedule,
} from "./schedules.store.ts";

type Report = Omit<CustomReportRecord, "is_pinned">;
const required = { subject: "custom_report", action: "read" } as const;

/**
 * Delivers a schedule's last due time: the picture is drawn first, then one transaction records the delivery and queues its
 * e-mail. Killed before that commit nothing happened; run again after it nothing happens. Times that passed while nothing
 * ran are not made up for.
 */
export const deliverReport =
  (deps: ScheduleDeps) =>
  async ({ merchantId, scheduleId }: { merchantId: string; scheduleId: string }): Promise<void> => {
    const ctx = systemContext(deps.db, merchantId, deps.worldClock.now());
    const schedule = await findSchedule(ctx, scheduleId);
    if (!schedule?.is_active || !schedule.next_due_at || schedule.next_due_at > ctx.now) return;
    const dueOn = toRiyadhDay(findLastSlot(schedule, ctx.now));
    const period = toDeliveryPeriod(schedule.frequency, dueOn);
    const time = { schedule, dueOn, period };
    if (await isDelivered(ctx, scheduleId, dueOn))
      return transact(ctx, (ctx) => setNextDue(ctx, scheduleId, findNextSlot(schedule, ctx.now)));

    const report = await findReportForMember(ctx, {
      reportId: schedule.report_id,
      memberId: schedule.member_id,
    });
    const stopReason = await findStopReason(deps, ctx, report);
    if (stopReason || !report) return stop(ctx, time, stopReason ?? "report_gone");
    const content = await composeContent(deps, ctx, report, time);
    await send(deps, ctx, time, content);
  };

type Due = { schedule: ScheduleRecord; dueOn: string; period: Period };

async function findStopReason(
  { email, merchants }: ScheduleDeps,
  ctx: ReadContext,
  report: Report | undefined,
): Promise<StopReason | null> {
  if (!report) return "report_gone";
  if (!(await merchants.holdsAbility(ctx, required))) return "no_access";
  return (await email.findProvenEmail(ctx)) === null ? "email_not_proven" : null;
}

async function composeContent(
  deps: ScheduleDeps,
  ctx: ReadContext,
  { id, name, definition }: Report,
  { schedule: { language, frequency }, period }: Due,
): Promise<EmailContent> {
  const words = (key: string, params = {}) =>
    deps.messages.translate(language, `reports_custom:email.${key}`, params);
  const digest = await loadDigest(deps)(ctx, { definition, period, language });
  const picture = await drawDigest(deps.messages, { name, period, digest, language, createdAt: ctx.now });
  const amounts = deps.messages.translate(language, "reports_custom:email.amounts", {
    earned: toRiyals(digest.earned),
    wasted: toRiyals(digest.wasted),
  });
  return {
    subject: words(`subject.${frequency}`, { name }),
    heading: name,
    paragraphs: [words(period.from === period.to ? "one_day" : "days", period)],
    picture: { png: picture, alt: `${amounts} ${digest.sentence}` },
    button: {
      label: words("open"),
      url: `${deps.publicUrl}/reports/own/${id}?from=${period.from}&to=${period.to}`,
    },
  };
}

const toRiyals = (amount: number) => String(Math.round(amount / 100));

function send(deps: ScheduleDeps, ctx: ReadContext, { schedule, dueOn, period }: Due, content: EmailContent) {
  return transact(ctx, async (ctx) => {
    const locked = await lockSchedule(ctx, schedule.id);
    if (!locked?.is_active || (await isDelivered(ctx, schedule.id, dueOn))) return;
    // Proven at this moment, under the lock: the address may have changed while the picture was drawn.
    const to = await deps.email.findProvenEmail(ctx);
    if (to === null) return; // the next run stops it
    const outcome = await deps.email.queueEmail(ctx, {
      topic: "report",
      subjectId: schedule.id,
      key: toEmailKey(schedule.id, dueOn),
      to,
      language: schedule.language,
      content,
    });
    if (outcome === "unsubscribed") return record(ctx, "stopped", "unsubscribed");
    return record(ctx, outcome === "duplicate" ? "queued" : outcome);
  });

  async function record(
    ctx: Parameters<typeof insertDelivery>[0],
    outcome: "queued" | "over_limit" | "unavailable" | "stopped",
    stopReason?: StopReason,
  ) {
    await recordDelivery(ctx, { schedule, dueOn, period }, outcome);
    if (stopReason) await stopSchedule(ctx, schedule.id, stopReason);
    else await setNextDue(ctx, schedule.id, findNextSlot(schedule, ctx.now));
  }
}

const stop = (ctx: ReadContext, due: Due, reason: StopReason): Promise<void> =>
  transact(ctx, async (ctx) => {
    const locked = await lockSchedule(ctx, due.schedule.id);
    if (!locked?.is_active) return;
    await recordDelivery(ctx, due, "stopped");
    await stopSchedule(ctx, due.schedule.id, reason);
  });

async function recordDelivery(
  ctx: Parameters<typeof insertDelivery>[0],
  { schedule, dueOn, period }: Due,
  outcome: "queued" | "over_limit" | "unavailable" | "stopped",
): Promise<void> {
  await insertDelivery(ctx, {
    schedule_id: schedule.id,
    due_on: dueOn,
    period_from: period.from,
    period_to: period.to,
    outcome,
  });
  await ctx.tx.publish({
    name: "reports.delivered",
    merchant_id: ctx.actor.merchantId,
    report_id: schedule.report_id,
    schedule_id: schedule.id,
    member_id: schedule.member_id,
    outcome,
  });
}
