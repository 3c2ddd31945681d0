import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { parseRemaining, parseResetSeconds } from "./faults.ts";

const maxWindows = 5_000;

/**
 * Remembers which windows of calls are used up, as X's own headers tell: a call that would be refused is not made.
 * A window is one token's, for one kind of call on one account (X docs, Ads API, rate limiting).
 */
export function makeQuota() {
  const exhaustedUntil = new Map<string, number>();
  return {
    /** Throws `later` until the window has ended. */
    check(window: string, now: Date): void {
      const until = exhaustedUntil.get(window);
      if (until === undefined) return;
      const seconds = until - Math.floor(now.getTime() / 1_000);
      if (seconds > 0)
        throw new AdapterFault("later", {
          reason: "the window of calls is used up",
          retryAfterSeconds: seconds,
        });
      exhaustedUntil.delete(window);
    },
    /** A refused call needs no note: who made it has been told how long to wait. */
    recordResponse(window: string, { status, headers }: HttpResponse): void {
      const end = parseResetSeconds(headers);
      if (status > 299 || parseRemaining(headers) !== 0 || end === null) return;
      if (exhaustedUntil.size >= maxWindows) exhaustedUntil.clear();
      exhaustedUntil.set(window, end);
    },
  };
}
