import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Schedule } from "../contract/enums.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const periods = { every_15_minutes: 15 * minuteMs, hourly: hourMs } as const;

type Timing = { schedule: Schedule; at_hour: number | null };

/**
 * When a rule is evaluated next, after `now`. `offset` (0 to 1) spreads merchants over a quarter of an hour, so that not
 * all rules are due at one moment; one merchant's runs keep their distance.
 */
export function computeNextRun({ schedule, at_hour }: Timing, now: Date, offset: number): Date {
  const shift = Math.floor(offset * 15) * minuteMs;
  if (schedule !== "daily") {
    const period = periods[schedule];
    return new Date(Math.floor((now.getTime() - shift) / period + 1) * period + shift);
  }
  const today = toRiyadhDay(now);
  const at = (day: typeof today) =>
    new Date(startOfRiyadhDay(day).getTime() + (at_hour ?? 0) * hourMs + shift);
  return at(today) > now ? at(today) : at(addDays(today, 1));
}

/** A merchant's place in the quarter of an hour: the same at every run. */
export function computeOffset(merchantId: string): number {
  let hash = 0;
  for (const letter of merchantId) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return hash / 9973;
}
