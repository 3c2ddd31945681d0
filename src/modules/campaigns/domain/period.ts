import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type PeriodName, periodDaysDefault, periodDaysMax } from "../contract/enums.ts";

/** Riyadh days, both included. */
export type Period = { from: RiyadhDay; to: RiyadhDay };

const lastDays = (days: number) => (today: RiyadhDay) => ({ from: addDays(today, 1 - days), to: today });
const firstOfMonth = (day: RiyadhDay) => `${day.slice(0, 7)}-01` as RiyadhDay;

const days: Record<PeriodName, (today: RiyadhDay) => Period> = {
  today: lastDays(1),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last_7: lastDays(7),
  last_14: lastDays(14),
  last_30: lastDays(30),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
};

/** The days of a named period. */
export const toNamedPeriod = (name: PeriodName, today: RiyadhDay): Period => days[name](today);

/**
 * The period between two days in either order; a missing one is today, or the default number of days before the other.
 * A longer period than `periodDaysMax` keeps its last days.
 */
export function toPeriod(
  given: { from?: string | undefined; to?: string | undefined },
  today: RiyadhDay,
): Period {
  const to = (given.to as RiyadhDay | undefined) ?? today;
  const from = (given.from as RiyadhDay | undefined) ?? addDays(to, 1 - periodDaysDefault);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return {
    from: daysBetween(first, last) < periodDaysMax ? first : addDays(last, 1 - periodDaysMax),
    to: last,
  };
}
