import { systemClock } from "#base/server/clock.ts";

const minuteMs = 60_000;

/**
 * So many uses a minute for each key, counted in this process alone and forgotten with the minute. `take` returns 0, or
 * the seconds until the next minute where the key has none left.
 */
export function makeMinuteLimit(limit: number, clock = systemClock) {
  let minute = 0;
  const used = new Map<string, number>();
  return {
    take(key: string): number {
      const now = clock.now().getTime();
      const current = Math.floor(now / minuteMs);
      if (current !== minute) used.clear();
      minute = current;
      const count = (used.get(key) ?? 0) + 1;
      if (count > limit) return Math.max(1, Math.ceil(((current + 1) * minuteMs - now) / 1_000));
      used.set(key, count);
      return 0;
    },
  };
}
