import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

const hourMs = 3_600_000;

/** From the one hour in Riyadh up to the other, over midnight when it is the smaller. They are never the same. */
export type QuietHours = { from_hour: number; to_hour: number };

/** Nobody is woken between eleven in the evening and eight in the morning by what can wait. */
export const usualQuietHours: QuietHours = { from_hour: 23, to_hour: 8 };

/** When the quiet hours end; null while it is none of them, or there are none. */
export function findQuietEnd(at: Date, hours: QuietHours | null = usualQuietHours): Date | null {
  if (hours === null) return null;
  const { from_hour: from, to_hour: to } = hours;
  const today = toRiyadhDay(at);
  const hour = (at.getTime() - startOfRiyadhDay(today).getTime()) / hourMs;
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return null;
  const day = hour < to ? today : addDays(today, 1);
  return new Date(startOfRiyadhDay(day).getTime() + to * hourMs);
}
