import { addMonths } from "#base/shared/calendar.ts";
import { type Period, toOrderedPeriod } from "#base/shared/period.ts";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Comparison, reportDaysDefault, reportDaysMax } from "../contract/report-tabs.ts";

type Days = { from?: string | undefined; to?: string | undefined };

/**
 * The days of a report, both included, in either order: a day still to come is today, a missing one is today or the
 * default number of days before the other, and a longer period than `reportDaysMax` keeps its last days.
 */
export function toReportPeriod(given: Days, today: RiyadhDay): Period {
  const upToToday = (day: string) => (day > today ? today : (day as RiyadhDay));
  const to = upToToday(given.to ?? today);
  const from = given.from === undefined ? addDays(to, 1 - reportDaysDefault) : upToToday(given.from);
  return toOrderedPeriod(from, to, reportDaysMax);
}

/**
 * The days that a period is compared with: as many before it, or the same days of the year before. 29 February is
 * compared with the 28th. Null without a comparison, and where the Hijri calendar does not reach.
 */
export function toComparedPeriod(
  { from, to }: Period,
  comparison: Comparison,
  toHijriYearBefore: (day: RiyadhDay) => RiyadhDay | null,
): Period | null {
  if (comparison === "none") return null;
  if (comparison === "previous")
    return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
  if (comparison === "last_year") return { from: addMonths(from, -12), to: addMonths(to, -12) };
  const [first, last] = [toHijriYearBefore(from), toHijriYearBefore(to)];
  return first && last ? { from: first, to: last } : null;
}
