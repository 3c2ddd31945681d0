import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";

const remembered = 5_000;

/** Waits for one's turn: calls of one token stand in one line, then the lines share the app's. */
export type Pace = (accessToken: string) => Promise<void>;

/** Milliseconds between two calls of one token, and of the whole app: a little more than the platform's limits ask for. */
export type Gaps = { tokenMs: number; appMs: number };

export function makePace(clock: Clock, gaps: Gaps): Pace {
  const nextTurn = new Map<string, number>();

  async function turn(line: string, gapMs: number) {
    const now = clock.now().getTime();
    const at = Math.max(now, nextTurn.get(line) ?? 0);
    nextTurn.set(line, at + gapMs);
    if (nextTurn.size > remembered) forgetIdle(nextTurn, now);
    if (at > now) await sleep(at - now);
  }
  return async (accessToken) => {
    await turn(accessToken, gaps.tokenMs);
    await turn("the app", gaps.appMs);
  };
}

function forgetIdle(nextTurn: Map<string, number>, now: number) {
  for (const [line, at] of nextTurn) if (at <= now) nextTurn.delete(line);
}
