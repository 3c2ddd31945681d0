import type { Clock } from "#base/server/clock.ts";

/** Orders a minute: more is not a shop but a script. Many shoppers on phones share one address. */
const perSite = 300;
const perAddress = 60;
const mostKeys = 50_000;

/** Counts words by minute, for each site and each address; forgets everything with the minute. */
export function makePixelLimits(clock: Clock) {
  let minute = 0;
  const counts = new Map<string, number>();
  const take = (key: string, most: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    if (count > most || (count === 1 && counts.size >= mostKeys)) return false;
    counts.set(key, count);
    return true;
  };
  return {
    /** Whether one more word from this address about this site is still within measure. */
    allows(site: string, address: string): boolean {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) {
        counts.clear();
        minute = now;
      }
      return take(`address ${address}`, perAddress) && take(`site ${site}`, perSite);
    },
  };
}
export type PixelLimits = ReturnType<typeof makePixelLimits>;
