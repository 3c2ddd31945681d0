import { makeSignedPayloads } from "#base/server/signed-payload.ts";

/** What every visit's token begins with: no session's token does. */
const prefix = "demo.";
/** How long a visit lasts at most. */
const visitMs = 12 * 3_600_000;

export type Visits = ReturnType<typeof makeVisits>;

/**
 * Tokens of visits to the demo store. They are signed and kept nowhere, so that a visit leaves nothing behind and any
 * process can read it.
 */
export function makeVisits(keys: readonly Buffer[]) {
  const payloads = makeSignedPayloads(keys);
  return {
    begin(now: Date): { token: string; expiresAt: Date } {
      const expiresAt = new Date(now.getTime() + visitMs);
      return { token: `${prefix}${payloads.seal([expiresAt.toISOString()])}`, expiresAt };
    },
    /** False for other tokens, forged ones, and visits that have ended. */
    isVisit(token: string, now: Date): boolean {
      if (!token.startsWith(prefix)) return false;
      const [expiresAt = ""] = payloads.open(token.slice(prefix.length)) ?? [];
      return Date.parse(expiresAt) > now.getTime();
    },
  };
}
