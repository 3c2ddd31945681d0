import { type Halalas, halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Days of spend the pace is judged by: whole ones, today left out. */
export const paceDays = 3;
/** Free money counts as low when it lasts fewer days than this. */
const lowDays = 3;

/** Spend of one recent day, rounded up; null when no whole day has spend (a pace of nothing ends never). */
export function dailyPace(spentOnRecentDays: readonly number[]): Halalas | null {
  const spent = spentOnRecentDays.filter((amount) => amount > 0);
  if (spent.length === 0) return null;
  return halalas(Math.ceil(spent.reduce((sum, amount) => sum + amount, 0) / spent.length));
}

/** The day on which free money ends at this pace: today when it does not last the day; null without a pace. */
export function endsOn(available: Halalas, pace: Halalas | null, today: RiyadhDay): RiyadhDay | null {
  if (pace === null || pace <= 0) return null;
  const days = Math.floor(available / pace);
  // Further off than ten years is as good as never.
  return days > 3_650 ? null : addDays(today, days);
}

export type Level = "fine" | "low" | "out";

/**
 * How free money stands. `out`: it could not fill a running campaign's reserve again, so what is not yet reported
 * is no longer covered in full. `low`: it lasts fewer than three days.
 */
export function computeLevel(facts: {
  available: Halalas;
  pace: Halalas | null;
  isReserveShort: boolean;
}): Level {
  if (facts.isReserveShort) return "out";
  return facts.pace !== null && facts.available < facts.pace * lowDays ? "low" : "fine";
}
