import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

const hourMs = 3_600_000;
/** In Riyadh: nobody is woken between eleven in the evening and eight in the morning by what can wait. */
const from = 23;
const to = 8;

/** When the quiet hours end; null while it is none of them. */
export function findQuietEnd(at: Date): Date | null {
  const today = toRiyadhDay(at);
  const hour = (at.getTime() - startOfRiyadhDay(today).getTime()) / hourMs;
  if (hour >= to && hour < from) return null;
  const morning = hour < to ? today : addDays(today, 1);
  return new Date(startOfRiyadhDay(morning).getTime() + to * hourMs);
}
