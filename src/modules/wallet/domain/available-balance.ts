import { type Halalas, halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Days of spend that the pace is computed from: whole days, without today. */
export const paceDays = 3;
/** The available balance is low when it lasts fewer days than this. */
const lowDays = 3;

/** Mean spend of a recent day, rounded up; null when no whole day has spend, since without spend nothing ends. */
export function dailyPace(spentOnRecentDays: readonly number[]): Halalas | null {
  const spent = spentOnRecentDays.filter((amount) => amount > 0);
  if (spent.length === 0) return null;
  return halalas(Math.ceil(spent.reduce((sum, amount) => sum + amount, 0) / spent.length));
}

/** The day the available balance ends at this pace: today when it does not last the day; null without a pace. */
export function endsOn(available: Halalas, pace: Halalas | null, today: RiyadhDay): RiyadhDay | null {
  if (pace === null || pace <= 0) return null;
  const days = Math.floor(available / pace);
  // More than ten years away counts as never.
  return days > 3_650 ? null : addDays(today, days);
}

export type Level = "fine" | "low" | "out";

/**
 * Level of the available balance. `out`: it cannot refill the reserve of a running campaign, so spend not yet reported
 * is no longer fully covered. `low`: it lasts fewer than three days.
 */
export function computeLevel(facts: {
  available: Halalas;
  pace: Halalas | null;
  isReserveShort: boolean;
}): Level {
  if (facts.isReserveShort) return "out";
  return facts.pace !== null && facts.available < facts.pace * lowDays ? "low" : "fine";
}
