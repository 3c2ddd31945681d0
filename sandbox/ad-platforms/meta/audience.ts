import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";

/** How an ad's deliveries fall on groups of people: by fixed shares within what its ad set targets. */

export const AUDIENCE_BREAKDOWNS = ["age", "gender", "region"] as const;
export type AudienceBreakdown = (typeof AUDIENCE_BREAKDOWNS)[number];

/** Years included, and the group's share of all people. */
const AGE_GROUPS = [
  { key: "13-17", from: 13, to: 17, share: 6 },
  { key: "18-24", from: 18, to: 24, share: 22 },
  { key: "25-34", from: 25, to: 34, share: 34 },
  { key: "35-44", from: 35, to: 44, share: 22 },
  { key: "45-54", from: 45, to: 54, share: 10 },
  { key: "55-64", from: 55, to: 64, share: 4 },
  { key: "65+", from: 65, to: 65, share: 2 },
];
const GENDERS = [
  { key: "male", code: 1, share: 54 },
  { key: "female", code: 2, share: 44 },
];
const UNKNOWN_GENDER_SHARE = 2;
const REGIONS = [
  ["Riyadh Region", 32],
  ["Makkah Region", 27],
  ["Eastern Province", 17],
  ["Al Madinah Region", 8],
  ["Asir Region", 7],
  ["Al Qassim Region", 5],
  ["Jizan Region", 4],
] as const;

type Share = readonly [key: string, share: number];

/** Each group's part; the parts add up to the whole. */
export function splitByAudience(
  figures: Figures,
  targeting: Json,
  by: AudienceBreakdown,
): Map<string, Figures> {
  const shares = listShares(targeting, by).filter(([, share]) => share > 0);
  const whole = shares.reduce((all, [, share]) => all + share, 0);
  const parts = new Map<string, Figures>();
  let before = 0;
  for (const [key, share] of shares) {
    const upTo = (total: number, end: number) => Math.round((total * end) / whole);
    const part = (total: number) => upTo(total, before + share) - upTo(total, before);
    parts.set(key, {
      impressions: part(figures.impressions),
      clicks: part(figures.clicks),
      spend: part(figures.spend),
      uniques: part(figures.uniques),
    });
    before += share;
  }
  return parts;
}

/** The parts of several ads together. */
export function addParts(all: Map<string, Figures>, parts: ReadonlyMap<string, Figures>): Map<string, Figures> {
  for (const [key, figures] of parts) all.set(key, sum(all.get(key) ?? zeroFigures(), figures));
  return all;
}

function listShares(targeting: Json, by: AudienceBreakdown): readonly Share[] {
  if (by === "region") return REGIONS;
  if (by === "gender") {
    const genders = (targeting.genders as number[] | undefined) ?? [];
    const known = GENDERS.filter(({ code }) => genders.length === 0 || genders.includes(code));
    const unknown: Share[] = genders.length === 0 ? [["unknown", UNKNOWN_GENDER_SHARE]] : [];
    return [...known.map(({ key, share }): Share => [key, share]), ...unknown];
  }
  const least = Number(targeting.age_min ?? 18);
  const most = Number(targeting.age_max ?? 65);
  return AGE_GROUPS.map(({ key, from, to, share }): Share => {
    const years = Math.min(to, most) - Math.max(from, least) + 1;
    return [key, years > 0 ? (share * years) / (to - from + 1) : 0];
  });
}
