import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { parseRemaining, parseResetSeconds } from "./faults.ts";

const maxWindows = 5_000;

/**
 * Records which rate limit windows are exhausted, as X's headers say: a call that would be refused is not made. A
 * window belongs to one token, one kind of call and one account (X docs, Ads API, rate limiting).
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
          reason: "the rate limit window is used up",
          retryAfterSeconds: seconds,
        });
      exhaustedUntil.delete(window);
    },
    /** A refused call is not recorded: its caller has received the time to wait. */
    recordResponse(window: string, { status, headers }: HttpResponse): void {
      const end = parseResetSeconds(headers);
      if (status > 299 || parseRemaining(headers) !== 0 || end === null) return;
      if (exhaustedUntil.size >= maxWindows) exhaustedUntil.clear();
      exhaustedUntil.set(window, end);
    },
  };
}
