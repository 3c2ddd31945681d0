import type { Duration } from "../contract/enums.ts";

/** Riyadh has no daylight saving: +03:00 all year. */
const riyadhOffsetMs = 3 * 3_600_000;

/** From `starts_at` up to, and without, `ends_at`. */
export type Span = { starts_at: Date; ends_at: Date };

/**
 * The instant so many months later in Riyadh, at the same hour. A day the month does not have is its last day: one month
 * after 31 January is 28 February, two are 31 March.
 */
export function addMonths(anchor: Date, months: number): Date {
  const local = new Date(anchor.getTime() + riyadhOffsetMs);
  const day = local.getUTCDate();
  const first = new Date(local.getTime());
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return new Date(first.getTime() - riyadhOffsetMs);
}

/** A period counted from the anchor, so that its day is kept however many shorter months lie between. */
export function spanFrom(anchor: Date, elapsedMonths: number, duration: Duration): Span {
  return {
    starts_at: addMonths(anchor, elapsedMonths),
    ends_at: addMonths(anchor, elapsedMonths + duration),
  };
}

/** The month of a period, counted from its start, that an instant falls in: what a plan opens is counted within it. */
export function monthWithin({ starts_at, ends_at }: Span, at: Date): Span {
  let months = 0;
  while (addMonths(starts_at, months + 1) <= at && addMonths(starts_at, months + 1) < ends_at) months += 1;
  const end = addMonths(starts_at, months + 1);
  return { starts_at: addMonths(starts_at, months), ends_at: end < ends_at ? end : ends_at };
}
