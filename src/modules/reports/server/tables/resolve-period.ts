import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HijriCalendar, SeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportPeriod } from "../../contract/report-table.calls.ts";
import { reportDaysMax } from "../../contract/report-tabs.ts";
import { toComparedPeriod, toReportPeriod } from "../../domain/report-period.ts";

export type PeriodDeps = { seasons: Pick<SeasonsFacade, "findSeasons" | "loadHijriCalendar"> };
type PeriodScope = Pick<ReportScope, "from" | "to" | "compare">;

/** The days of a scope and those it is compared with, each in both calendars. */
export async function resolvePeriods({ seasons }: PeriodDeps, ctx: ReadContext, scope: PeriodScope) {
  const calendar = await seasons.loadHijriCalendar(ctx.db);
  const period = toReportPeriod(scope, toRiyadhDay(ctx.now));
  const compared = toComparedPeriod(period, scope.compare, calendar.toYearBefore);
  return {
    period: inBothCalendars(calendar, period),
    compared: compared && inBothCalendars(calendar, compared),
    calendar,
  };
}

/** What the picker of the period offers: the scope's days, and the seasons of the last two years. */
export const loadReportPeriods = (deps: PeriodDeps) => async (ctx: ReadContext, scope: PeriodScope) => {
  const today = toRiyadhDay(ctx.now);
  const { period, compared, calendar } = await resolvePeriods(deps, ctx, scope);
  const seasons = await deps.seasons.findSeasons(ctx.db, { from: addDays(today, -reportDaysMax), to: today });
  return {
    today,
    period,
    compared,
    seasons: seasons.toReversed().map(({ key, hijriYear, startsOn, endsOn }) => ({
      key,
      hijri_year: hijriYear,
      ...inBothCalendars(calendar, { from: startsOn, to: endsOn }),
    })),
  };
};

const inBothCalendars = (calendar: HijriCalendar, { from, to }: Period): ReportPeriod & Period => ({
  from,
  to,
  hijri_from: calendar.toHijri(from as RiyadhDay),
  hijri_to: calendar.toHijri(to as RiyadhDay),
});
