import { createHash } from "node:crypto";
import type { Clock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/**
 * Which credentials must wait, and until when: after a 429 nothing is sent too early. Old entries are removed as new
 * ones come.
 */
export function makeBackoff(vendor: string, clock: Clock) {
  const until = new Map<string, number>();
  const hashCredential = (credential: string) => createHash("sha256").update(credential).digest("base64");
  return {
    /** Throws `later` while this credential must wait. */
    check(credential: string) {
      if (until.size === 0) return;
      const left = (until.get(hashCredential(credential)) ?? 0) - clock.now().getTime();
      if (left > 0) {
        const reason = `${vendor} asked us to wait`;
        throw new AdapterFault("later", { reason, retryAfterSeconds: Math.ceil(left / 1_000) });
      }
    },
    start(credential: string, seconds: number) {
      const now = clock.now().getTime();
      for (const [name, end] of until) if (end <= now) until.delete(name);
      until.set(hashCredential(credential), now + seconds * 1_000);
    },
  };
}
