import {
  addDays,
  daysBetween,
  parseRiyadhDay,
  type RiyadhDay,
  toRiyadhDay,
} from "#base/shared/riyadh-day.ts";
import { daysMax } from "../contract/reports.calls.ts";

export type PeriodQuery = { days: number; from?: string | undefined; to?: string | undefined };
export type Period = { from: RiyadhDay; to: RiyadhDay };

/** The named days in their order, up to the present one and at most `daysMax`; without both, the last `days`. */
export function toPeriod({ days, from, to }: PeriodQuery, now: Date): Period {
  const today = toRiyadhDay(now);
  const named = [from, to].flatMap((day) => (day === undefined ? [] : (parseRiyadhDay(day) ?? []))).sort();
  const [first, last] = named;
  if (!first || !last) return { from: addDays(today, 1 - days), to: today };
  const end = toEarlier(last, today);
  const begin = toEarlier(first, end);
  return { from: daysBetween(begin, end) < daysMax ? begin : addDays(end, 1 - daysMax), to: end };
}

function toEarlier(one: RiyadhDay, other: RiyadhDay): RiyadhDay {
  const [earlier = one] = [one, other].sort();
  return earlier;
}
