import type { Figures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";

/** How an ad's deliveries fall on groups of people: by fixed shares within what its ad squad targets. */

export const AUDIENCE_DIMENSIONS = ["age", "gender", "region"] as const;
export type AudienceDimension = (typeof AUDIENCE_DIMENSIONS)[number];

/** Years included, and the group's share of all people. */
const AGE_GROUPS = [
  { key: "13-17", from: 13, to: 17, share: 14 },
  { key: "18-20", from: 18, to: 20, share: 18 },
  { key: "21-24", from: 21, to: 24, share: 24 },
  { key: "25-34", from: 25, to: 34, share: 30 },
  { key: "35+", from: 35, to: 50, share: 14 },
];
const GENDERS: readonly Share[] = [
  ["female", 53],
  ["male", 45],
];
const UNKNOWN_GENDER: Share = ["unknown", 2];
const REGIONS: readonly Share[] = [
  ["Riyadh Region", 34],
  ["Makkah Region", 28],
  ["Eastern Province", 16],
  ["Al Madinah Region", 8],
  ["Asir Region", 8],
  ["Al Qassim Region", 6],
];

/** Each group's part of what an ad delivered. */
export const splitByAudience = (
  figures: Figures,
  targeting: Json,
  by: AudienceDimension,
): Map<string, Figures> => splitFigures(figures, listShares(targeting, by));

function listShares(targeting: Json, by: AudienceDimension): readonly Share[] {
  if (by === "region") return REGIONS;
  const demographics = Array.isArray(targeting.demographics) ? (targeting.demographics as Json[]) : [];
  if (by === "gender") {
    const named = demographics.map(({ gender }) => String(gender ?? "").toLowerCase());
    const isEverybody = named.length === 0 || named.includes("");
    return isEverybody ? [...GENDERS, UNKNOWN_GENDER] : GENDERS.filter(([key]) => named.includes(key));
  }
  return AGE_GROUPS.map(({ key, from, to, share }): Share => {
    const isTargeted = demographics.some(
      ({ min_age, max_age }) => Number(min_age ?? 13) <= to && Number(max_age ?? 50) >= from,
    );
    return [key, demographics.length === 0 || isTargeted ? share : 0];
  });
}
