import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Language } from "#base/shared/language.ts";
import type { Frequency } from "../../contract/custom-report.ts";
import { reportsRefusals } from "../../contract/reports.refusals.ts";
import { findNextSlot } from "../../domain/schedule-slots.ts";
import { loadCustomReport, publishChange } from "./change-custom.ts";
import type { ScheduleDeps } from "./custom-deps.ts";
import type { CustomReportRecord } from "./custom-reports.store.ts";
import { upsertSchedule } from "./schedules.store.ts";

type Input = {
  reportId: string;
  frequency: Frequency;
  hour: number;
  weekday?: number | undefined;
  month_day?: number | undefined;
  is_active: boolean;
  language: Language;
};

/** What a weekly and a monthly one without a day get: the first day of the Saudi week and of the month. */
const firstDay = { weekday: 0, month_day: 1 };

/**
 * Sends the member this report from the next time on, or no longer. Turning it on wants a proven e-mail, and takes back an
 * earlier unsubscription.
 */
export const setSchedule =
  ({ email }: Pick<ScheduleDeps, "email">) =>
  (
    ctx: ReadContext,
    { reportId, language, is_active, frequency, hour, ...days }: Input,
  ): Promise<CustomReportRecord> =>
    transact(ctx, async (ctx) => {
      await loadCustomReport(ctx, reportId);
      if (is_active && (await email.findProvenEmail(ctx)) === null)
        return reportsRefusals.refuse("reports.schedule_email_not_proven");
      const timing = {
        frequency,
        hour,
        weekday: frequency === "weekly" ? (days.weekday ?? firstDay.weekday) : null,
        month_day: frequency === "monthly" ? (days.month_day ?? firstDay.month_day) : null,
      };
      const schedule = await upsertSchedule(ctx, newId("sch"), {
        ...timing,
        report_id: reportId,
        language,
        is_active,
        next_due_at: is_active ? findNextSlot(timing, ctx.now) : null,
      });
      if (is_active) await email.subscribeAgain(ctx, { topic: "report", subjectId: schedule.id });
      await recordAudit(ctx, {
        module: "reports",
        action: "reports.scheduled",
        subject: reportId,
        after: { ...timing, is_active },
      });
      await publishChange(ctx, reportId);
      return loadCustomReport(ctx, reportId);
    });
