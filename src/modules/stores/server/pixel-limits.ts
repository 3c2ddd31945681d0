import type { Clock } from "#base/server/clock.ts";

/**
 * Events a minute: more is not a shop but a script. Many shoppers on phones share one address; a shop's own server
 * sends everything from one.
 */
const limitsPerMinute = {
  page: { perAddress: 60, perSite: 300 },
  server: { perAddress: 600, perSite: 600 },
};
const maxKeys = 50_000;

/** Counts events by minute, per site and per address; all counts reset each minute. */
export function makePixelLimits(clock: Clock) {
  let minute = 0;
  const counts = new Map<string, number>();
  const consume = (key: string, limit: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limit || (count === 1 && counts.size >= maxKeys)) return false;
    counts.set(key, count);
    return true;
  };
  return {
    /** Whether one more event about this site, from a page or from its server, is within the limits. */
    allows(from: keyof typeof limitsPerMinute, site: string, address: string): boolean {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) {
        counts.clear();
        minute = now;
      }
      const { perAddress, perSite } = limitsPerMinute[from];
      return consume(`${from} at ${address}`, perAddress) && consume(`${from} of ${site}`, perSite);
    },
  };
}
export type PixelLimits = ReturnType<typeof makePixelLimits>;
