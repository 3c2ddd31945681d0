import type { Clock } from "#base/server/clock.ts";

/** Whether a run has used its time up: what it did not reach stays due for the next run. */
export type IsOver = () => boolean;

export function limitRun(systemClock: Clock, ms: number): IsOver {
  const end = systemClock.now().getTime() + ms;
  return () => systemClock.now().getTime() > end;
}
