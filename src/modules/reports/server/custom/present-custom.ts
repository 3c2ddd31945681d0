import type { ReadContext } from "#base/server/context.ts";
import type { CustomReport, ReportSchedule } from "../../contract/custom-reports.calls.ts";
import type { ScheduleDeps } from "./custom-deps.ts";
import { type CustomReportRecord, toMember } from "./custom-reports.store.ts";
import { listSchedules } from "./schedules.store.ts";

type Listed = Awaited<ReturnType<typeof listSchedules>>[number];

/** The key of the e-mail of one delivery: the same time is the same message. */
export const toEmailKey = (scheduleId: string, dueOn: string) => `report:${scheduleId}:${dueOn}`;

/** Reports as the calling member sees them, each with the member's own schedule. */
export const presentReports =
  (deps: Pick<ScheduleDeps, "email">) =>
  async (ctx: ReadContext, records: readonly CustomReportRecord[]): Promise<CustomReport[]> => {
    const schedules = await listSchedules(
      ctx,
      records.map(({ id }) => id),
    );
    const presented = new Map<string, ReportSchedule>();
    for (const schedule of schedules)
      presented.set(schedule.report_id, await presentSchedule(deps, ctx, schedule));
    return records.map((record) => ({
      id: record.id,
      name: record.name,
      definition: record.definition,
      is_shared: record.is_shared,
      is_pinned: record.is_pinned,
      is_own: record.member_id === toMember(ctx),
      schedule: presented.get(record.id) ?? null,
      updated_at: record.updated_at.toISOString(),
    }));
  };

async function presentSchedule(
  { email }: Pick<ScheduleDeps, "email">,
  ctx: ReadContext,
  { id, last, ...schedule }: Listed,
): Promise<ReportSchedule> {
  const sent =
    last?.outcome === "queued" ? await email.findEmailState(ctx, toEmailKey(id, last.due_on)) : undefined;
  return {
    frequency: schedule.frequency,
    hour: schedule.hour,
    weekday: schedule.weekday,
    month_day: schedule.month_day,
    is_active: schedule.is_active,
    stop_reason: schedule.stop_reason,
    next_due_at: schedule.next_due_at?.toISOString() ?? null,
    last: last && {
      due_on: last.due_on,
      from: last.period_from,
      to: last.period_to,
      state: sent?.state ?? last.outcome,
    },
  };
}
