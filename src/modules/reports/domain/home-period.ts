import { addMonths } from "#base/shared/calendar.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import { addDays, daysBetween, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HomeComparison } from "../contract/home-scope.ts";

/** The days of home, and those they are compared with; null without a comparison. Days still to come are today. */
export function toHomePeriods(
  query: PeriodQuery & { compare: HomeComparison },
  now: Date,
): { period: Period; compared: Period | null } {
  const period = toPastPeriod(query, now);
  return { period, compared: toCompared(period, query.compare) };
}

/** 29 February is compared with the 28th. */
function toCompared({ from, to }: Period, compare: HomeComparison): Period | null {
  if (compare === "none") return null;
  if (compare === "last_year") return { from: addMonths(from, -12), to: addMonths(to, -12) };
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

/** Whether these are the last days up to today beside as many before, of which home has one prepared statement. */
export const isUsual = ({ to }: Period, compare: HomeComparison, now: Date): boolean =>
  compare === "previous" && to === toRiyadhDay(now);
