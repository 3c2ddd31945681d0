import { findRegion } from "#base/shared/places/regions.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";

/** Sums of one group of people, or of one placement, as a platform names it; money in halalas. */
export type Group = { key: string; impressions: number; clicks: number; spend: number };

/**
 * Groups of one or several reports as one list with each key once: places under the Kingdom's regions, whatever each
 * platform calls them, and ages in bands that every report can be counted in ("18-20" and "21-24" of one beside "18-24"
 * of another become "18-24").
 */
export function mergeGroups(by: AudienceSplit, groups: readonly Group[]): Group[] {
  const toKey = by === "age" ? toBands(groups) : by === "place" ? toRegion : (key: string) => key;
  const merged = new Map<string, Group>();
  for (const { key: reported, impressions, clicks, spend } of groups) {
    const key = toKey(reported);
    const known = merged.get(key) ?? { key, impressions: 0, clicks: 0, spend: 0 };
    merged.set(key, {
      key,
      impressions: known.impressions + impressions,
      clicks: known.clicks + clicks,
      spend: known.spend + spend,
    });
  }
  return [...merged.values()];
}

const toRegion = (name: string): string => findRegion(name) ?? name;

type Band = { from: number; to: number };

/** Ranges that share an age are one band, and so are all that are linked by such. */
function toBands(groups: readonly Group[]): (key: string) => string {
  const ranges = groups
    .flatMap(({ key }) => parseAges(key) ?? [])
    .sort((one, other) => one.from - other.from);
  const bands: Band[] = [];
  for (const { from, to } of ranges) {
    const last = bands.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else bands.push({ from, to });
  }
  return (key) => {
    const range = parseAges(key);
    const band = range && bands.find(({ from, to }) => from <= range.from && range.to <= to);
    if (!band) return key;
    return band.to === Number.POSITIVE_INFINITY ? `${band.from}+` : `${band.from}-${band.to}`;
  };
}

/** "25-34" or "65+"; null for "unknown". */
function parseAges(key: string): Band | null {
  const [, from, to] = /^(\d+)(?:-(\d+)|\+)$/.exec(key) ?? [];
  return from ? { from: Number(from), to: to ? Number(to) : Number.POSITIVE_INFINITY } : null;
}
