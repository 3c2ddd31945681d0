import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "./riyadh-day.ts";

/** Riyadh days, both included. */
export type Period = { from: RiyadhDay; to: RiyadhDay };

/** The longest period that figures are shown of, in days, and the one shown without another. */
export const periodDaysMax = 366;
const periodDaysDefault = 7;

/** So many days, today the last of them. */
export const toLastDays = (days: number, today: RiyadhDay): Period => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** Two days in either order as a period, of which at most so many days are kept, the last ones. */
export function toOrderedPeriod(one: RiyadhDay, other: RiyadhDay, daysMax: number): Period {
  const [from, to] = one <= other ? [one, other] : [other, one];
  return daysBetween(from, to) >= daysMax ? toLastDays(daysMax, to) : { from, to };
}

/** Periods that move with the calendar. */
export const periodNames = [
  "today",
  "yesterday",
  "last_7",
  "last_14",
  "last_30",
  "this_month",
  "last_month",
] as const;
export type PeriodName = (typeof periodNames)[number];

const firstOfMonth = (day: RiyadhDay) => `${day.slice(0, 7)}-01` as RiyadhDay;

const namedPeriods: Record<PeriodName, (today: RiyadhDay) => Period> = {
  today: (today) => toLastDays(1, today),
  yesterday: (today) => toLastDays(1, addDays(today, -1)),
  last_7: (today) => toLastDays(7, today),
  last_14: (today) => toLastDays(14, today),
  last_30: (today) => toLastDays(30, today),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
};

/** The days of a named period. */
export const toNamedPeriod = (name: PeriodName, today: RiyadhDay): Period => namedPeriods[name](today);

type Days = { from?: string | undefined; to?: string | undefined };

/**
 * The period between two days in either order; a missing one is today, or `days` before the other. A longer period than
 * `periodDaysMax` keeps its last days.
 */
export function toPeriod(given: Days, today: RiyadhDay, days = periodDaysDefault): Period {
  const to = (given.to as RiyadhDay | undefined) ?? today;
  const from = (given.from as RiyadhDay | undefined) ?? addDays(to, 1 - days);
  return toOrderedPeriod(from, to, periodDaysMax);
}

/** What a call for figures names: two days, or the last so many. */
export type PeriodQuery = Days & { days: number };

/** The same of what has happened: a day still to come is today. */
export function toPastPeriod({ days, from, to }: PeriodQuery, now: Date): Period {
  const today = toRiyadhDay(now);
  const orToday = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return toPeriod({ from: orToday(from), to: orToday(to) }, today, days);
}
