import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Schedule } from "../contract/enums.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const periods = { every_15_minutes: 15 * minuteMs, hourly: hourMs } as const;

type Hours = { hours_from: number | null; hours_to: number | null };
type Timing = Hours & { schedule: Schedule; at_hour: number | null };

/**
 * When a rule is evaluated next, after `now`. `offset` (0 to 1) spreads merchants over a quarter of an hour, so that not
 * all rules are due at one moment; one merchant's runs keep their distance.
 */
export function computeNextRun(timing: Timing, now: Date, offset: number): Date {
  const { schedule, at_hour } = timing;
  const shift = Math.floor(offset * 15) * minuteMs;
  if (schedule !== "daily") {
    const period = periods[schedule];
    const next = new Date(Math.floor((now.getTime() - shift) / period + 1) * period + shift);
    return isWithinHours(timing, next) ? next : nextAt(timing.hours_from ?? 0, now, shift);
  }
  return nextAt(at_hour ?? 0, now, shift);
}

/** The next time that it is this hour in Riyadh, and so much later. */
function nextAt(hour: number, now: Date, shift: number): Date {
  const today = toRiyadhDay(now);
  const at = (day: typeof today) => new Date(startOfRiyadhDay(day).getTime() + hour * hourMs + shift);
  return at(today) > now ? at(today) : at(addDays(today, 1));
}

/** Whether a rule may be evaluated at this time of the day; hours that end before they begin go over midnight. */
export function isWithinHours({ hours_from: from, hours_to: to }: Hours, at: Date): boolean {
  if (from === null || to === null) return true;
  const hour = Math.floor((at.getTime() - startOfRiyadhDay(toRiyadhDay(at)).getTime()) / hourMs);
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** A merchant's place in the quarter of an hour: the same at every run. */
export function computeOffset(merchantId: string): number {
  let hash = 0;
  for (const letter of merchantId) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return hash / 9973;
}
