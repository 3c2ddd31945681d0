import { type Period, toNamedPeriod, toOrderedPeriod } from "#base/shared/period.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { TimeBreakdown } from "../contract/custom-report.ts";
import type { ReportDefinition } from "../contract/custom-reports.calls.ts";

/** The longest period of a report of one's own, in days: two years. */
export const customDaysMax = 731;

type Days = { from?: string | undefined; to?: string | undefined };

/** The days of a report: its own, or others that are given; never after today, and at most the last 731 of them. */
export function toCustomPeriod(own: ReportDefinition["period"], given: Days, now: Date): Period {
  const today = toRiyadhDay(now);
  const period = "name" in own ? toNamedPeriod(own.name, today) : own;
  const orToday = (day: string) => (day > today ? today : day) as RiyadhDay;
  const to = orToday(given.to ?? given.from ?? period.to);
  const from = orToday(given.from ?? (given.to === undefined ? period.from : to));
  return toOrderedPeriod(from, to, customDaysMax);
}

/** A part of a period; `id` is its first day by the calendar, which may lie before the period. */
export type TimePart = Period & { id: RiyadhDay };

const starts: Record<TimeBreakdown, (day: RiyadhDay) => RiyadhDay> = {
  day: (day) => day,
  /** A week begins on Sunday, as in the Kingdom. */
  week: (day) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay()),
  month: (day) => `${day.slice(0, 7)}-01` as RiyadhDay,
};

/** The first day of the day's day, week or month. */
export const toTimeId = (day: RiyadhDay, time: TimeBreakdown): RiyadhDay => starts[time](day);

/** The parts of a period in their order, the first and the last cut to it. */
export function splitPeriod({ from, to }: Period, time: TimeBreakdown): TimePart[] {
  const parts: TimePart[] = [];
  for (let day = from; day <= to; ) {
    const id = toTimeId(day, time);
    let end = day;
    while (end < to && toTimeId(addDays(end, 1), time) === id) end = addDays(end, 1);
    parts.push({ id, from: day, to: end });
    day = addDays(end, 1);
  }
  return parts;
}
