import type { Duration } from "../contract/enums.ts";
import { addMonths, type Span, spanFrom } from "./periods.ts";

const dayMs = 86_400_000;
/** Days after a renewal was due on which a soft decline is tried again. */
const retryDays = [1, 3, 5];
/** Days after which a renewal that is not paid ends the subscription. */
const unpaidDays = 7;
/** A renewal that comes later than this begins when it is made: time in which nothing worked is not charged. */
const lateMs = dayMs;

type Cycle = { anchor_at: Date; months_elapsed: number };

/** The period that follows the current one, and the cycle it belongs to. */
export function nextPeriod(cycle: Cycle, { duration, now }: { duration: Duration; now: Date }): Span {
  const due = addMonths(cycle.anchor_at, cycle.months_elapsed);
  if (now.getTime() - due.getTime() > lateMs) return spanFrom(now, 0, duration);
  return spanFrom(cycle.anchor_at, cycle.months_elapsed, duration);
}

/** The cycle after a period was paid: it goes on, or begins anew with a period that began at another moment. */
export function continueCycle(cycle: Cycle, period: { starts_at: Date; duration_months: Duration }): Cycle {
  const { starts_at, duration_months } = period;
  const isNext = addMonths(cycle.anchor_at, cycle.months_elapsed).getTime() === starts_at.getTime();
  if (isNext) return { anchor_at: cycle.anchor_at, months_elapsed: cycle.months_elapsed + duration_months };
  return { anchor_at: starts_at, months_elapsed: duration_months };
}

/** The cycle of a paid period by itself, as it runs on when the one that took its place is given back. */
export function toCycle({
  starts_at,
  ends_at,
  duration_months,
}: Span & { duration_months: Duration }): Cycle {
  const isOfStart = addMonths(starts_at, duration_months).getTime() === ends_at.getTime();
  // Begun on a month's last day, its day is that of its end: 28 February to 31 March.
  if (!isOfStart) return { anchor_at: ends_at, months_elapsed: 0 };
  return { anchor_at: starts_at, months_elapsed: duration_months };
}

/** The next day on which a soft decline is tried again, after `now`; null when there is none. */
export function nextRetryAt(dueAt: Date, now: Date): Date | null {
  const days = retryDays.map((day) => new Date(dueAt.getTime() + day * dayMs));
  return days.find((at) => at > now) ?? null;
}

/** When a subscription whose renewal is not paid expires. */
export const unpaidUntil = (dueAt: Date) => new Date(dueAt.getTime() + unpaidDays * dayMs);

/** When a charge under way is looked at by itself, should its outcome never be reported. */
export const reviewAt = (now: Date) => new Date(now.getTime() + 3_600_000);
