import { type Figures, sum, zeroFigures } from "./deliveries.ts";

/** A group of people and its share; shares need not add up to a hundred. */
export type Share = readonly [key: string, share: number];

/** Each group's part of the figures; the parts add up to the whole. Groups without a share are left out. */
export function splitFigures(figures: Figures, shares: readonly Share[]): Map<string, Figures> {
  const whole = shares.reduce((all, [, share]) => all + share, 0);
  const parts = new Map<string, Figures>();
  let before = 0;
  for (const [key, share] of shares) {
    if (share <= 0) continue;
    const after = before + share;
    const cut = (total: number) => Math.round((total * after) / whole) - Math.round((total * before) / whole);
    parts.set(key, {
      impressions: cut(figures.impressions),
      clicks: cut(figures.clicks),
      spend: cut(figures.spend),
      uniques: cut(figures.uniques),
      purchases: cut(figures.purchases),
      sales: cut(figures.sales),
    });
    before = after;
  }
  return parts;
}

/** Adds the parts of one more ad to `all`. */
export function addParts(all: Map<string, Figures>, parts: ReadonlyMap<string, Figures>): void {
  for (const [key, figures] of parts) all.set(key, sum(all.get(key) ?? zeroFigures(), figures));
}
