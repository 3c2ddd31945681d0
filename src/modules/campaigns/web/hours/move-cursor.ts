import type { WeekHour } from "#modules/ad-accounts/contract/hour-plan.ts";

/** Where an arrow leads from an hour; null for another key, and at the edge. Sideways follows the reading direction. */
export function moveCursor(
  { weekday, hour }: WeekHour,
  key: string,
  { isRtl, first, last }: { isRtl: boolean; first: number; last: number },
): WeekHour | null {
  const ahead = isRtl ? -1 : 1;
  const steps: Record<string, WeekHour> = {
    ArrowUp: { weekday: -1, hour: 0 },
    ArrowDown: { weekday: 1, hour: 0 },
    ArrowRight: { weekday: 0, hour: ahead },
    ArrowLeft: { weekday: 0, hour: -ahead },
  };
  const step = steps[key];
  if (!step) return null;
  const next = { weekday: weekday + step.weekday, hour: hour + step.hour };
  const isInside = next.weekday >= 0 && next.weekday <= 6 && next.hour >= first && next.hour <= last;
  return isInside ? next : null;
}
