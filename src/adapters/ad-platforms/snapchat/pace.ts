import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";

/** Snap docs, Rate limits: 10 requests a second for a token, 20 for an app. We stay a little below both. */
const tokenGapMs = 120;
const appGapMs = 55;
const remembered = 5_000;

/** Waits for one's turn: calls of one token stand in one line, then the lines share the app's. */
export type Pace = (accessToken: string) => Promise<void>;

export function makePace(clock: Clock): Pace {
  const nextTurn = new Map<string, number>();

  async function turn(line: string, gapMs: number) {
    const now = clock.now().getTime();
    const at = Math.max(now, nextTurn.get(line) ?? 0);
    nextTurn.set(line, at + gapMs);
    if (nextTurn.size > remembered) forgetIdle(nextTurn, now);
    if (at > now) await sleep(at - now);
  }
  return async (accessToken) => {
    await turn(accessToken, tokenGapMs);
    await turn("the app", appGapMs);
  };
}

function forgetIdle(nextTurn: Map<string, number>, now: number) {
  for (const [line, at] of nextTurn) if (at <= now) nextTurn.delete(line);
}
