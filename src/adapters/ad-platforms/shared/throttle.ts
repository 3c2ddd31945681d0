import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";

const maxTracked = 5_000;

/** Waits for the next free slot: first the token's own, then one of the whole app. */
export type Throttle = (accessToken: string) => Promise<void>;

/**
 * Milliseconds between two calls of one token, and of the whole app: slightly more than the platform's limits require.
 */
export type ThrottleIntervals = { tokenMs: number; appMs: number };

export function makeThrottle(clock: Clock, intervals: ThrottleIntervals): Throttle {
  const nextSlot = new Map<string, number>();

  async function waitForSlot(key: string, gapMs: number) {
    const now = clock.now().getTime();
    const at = Math.max(now, nextSlot.get(key) ?? 0);
    nextSlot.set(key, at + gapMs);
    if (nextSlot.size > maxTracked) forgetIdle(nextSlot, now);
    if (at > now) await sleep(at - now);
  }
  return async (accessToken) => {
    await waitForSlot(accessToken, intervals.tokenMs);
    await waitForSlot("the app", intervals.appMs);
  };
}

function forgetIdle(nextSlot: Map<string, number>, now: number) {
  for (const [key, at] of nextSlot) if (at <= now) nextSlot.delete(key);
}
