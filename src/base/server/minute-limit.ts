import { type Clock, systemClock } from "./clock.ts";

const minuteMs = 60_000;
/** More keys than these are not counted in a minute: a new one is then refused, so that memory stays bounded. */
const maxKeys = 50_000;

/**
 * Uses a minute for each key, counted in this process alone and forgotten with the minute: for limits that protect the
 * process itself. What protects people or money is counted for all processes together (`rate-limit.ts`).
 */
export function makeMinuteLimit(clock: Clock = systemClock) {
  let minute = 0;
  const used = new Map<string, number>();
  return {
    /** Returns 0, or the seconds until the next minute where the key has used its `limit`. */
    take(key: string, limit: number): number {
      const now = clock.now().getTime();
      const current = Math.floor(now / minuteMs);
      if (current !== minute) used.clear();
      minute = current;
      const count = (used.get(key) ?? 0) + 1;
      if (count > limit || (count === 1 && used.size >= maxKeys))
        return Math.max(1, Math.ceil(((current + 1) * minuteMs - now) / 1_000));
      used.set(key, count);
      return 0;
    },
  };
}
