import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HomeComparison } from "../contract/home-scope.ts";
import { toComparedPeriod } from "./report-period.ts";

/** The days of home, and those they are compared with; null without a comparison. Days still to come are today. */
export function toHomePeriods(
  query: PeriodQuery & { compare: HomeComparison },
  now: Date,
): { period: Period; compared: Period | null } {
  const period = toPastPeriod(query, now);
  // Home is not compared with the Hijri year.
  return { period, compared: toComparedPeriod(period, query.compare, () => null) };
}

/** Whether these are the last days up to today beside as many before, of which home has one prepared statement. */
export const isUsual = ({ to }: Period, compare: HomeComparison, now: Date): boolean =>
  compare === "previous" && to === toRiyadhDay(now);
