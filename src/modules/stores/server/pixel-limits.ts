import type { Clock } from "#base/server/clock.ts";
import { makeMinuteLimit } from "#base/server/minute-limit.ts";

/**
 * Events a minute: more is not a shop but a script. Many shoppers on phones share one address; a shop's own server
 * sends everything from one.
 */
const limitsPerMinute = {
  page: { perAddress: 60, perSite: 300 },
  server: { perAddress: 600, perSite: 600 },
};

/** Counts events by minute in this process, per site and per address, before anything is read. */
export function makePixelLimits(clock: Clock) {
  const limit = makeMinuteLimit(clock);
  return {
    /** Whether one more event about this site, from a page or from its server, is within the limits. */
    allows(from: keyof typeof limitsPerMinute, site: string, address: string): boolean {
      const { perAddress, perSite } = limitsPerMinute[from];
      return (
        limit.take(`${from} at ${address}`, perAddress) === 0 &&
        limit.take(`${from} of ${site}`, perSite) === 0
      );
    },
  };
}
export type PixelLimits = ReturnType<typeof makePixelLimits>;
