import type { Log } from "./log.ts";

/** The only source of the time. All other files receive a clock as a dependency. */
export interface Clock {
  now(): Date;
}

/** System time: for sessions, codes, limits, retries, token lifetimes. */
export const systemClock: Clock = { now: () => new Date() };

/** A paused clock for tests; the test moves it. */
export function frozenClock(
  at: string | Date,
): Clock & { set(at: string | Date): void; advance(ms: number): void } {
  let now = new Date(at);
  return {
    now: () => new Date(now),
    set: (next) => {
      now = new Date(next);
    },
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

/** A test clock that advances: each call returns a later time than the one before. */
export function runningClock(from: string | Date, stepMs = 1): Clock {
  let next = new Date(from).getTime();
  return {
    now() {
      next += stepMs;
      return new Date(next);
    },
  };
}

type ClockState = { now: string; speed: number; paused: boolean };

/**
 * The business clock: campaign schedules, orders, clicks, figures. The system clock in production; a test installation
 * may name another clock's address, which is polled every second and extrapolated in between. It never runs backwards.
 */
export async function followClock(url: string, log: Log): Promise<Clock & { stop(): void }> {
  let state: ClockState | undefined;
  let fetchedAt = 0;
  let last = 0;

  async function refresh() {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      state = (await answer.json()) as ClockState;
      fetchedAt = performance.now();
    } catch (error) {
      log.warn({ err: error, url }, "the business clock does not answer");
    }
  }

  await refresh();
  const timer = setInterval(() => void refresh(), 1_000);
  timer.unref();

  return {
    now() {
      if (!state) return new Date();
      const passed = state.paused ? 0 : (performance.now() - fetchedAt) * state.speed;
      last = Math.max(last, Date.parse(state.now) + passed);
      return new Date(last);
    },
    stop: () => clearInterval(timer),
  };
}
