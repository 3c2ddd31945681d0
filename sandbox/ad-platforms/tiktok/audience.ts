import type { Figures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";

/** How an ad's deliveries fall on groups of people: by fixed shares within what its ad group targets. */

export const AUDIENCE_DIMENSIONS = ["age", "gender", "placement"] as const;
export type AudienceDimension = (typeof AUDIENCE_DIMENSIONS)[number];

const AGES: readonly Share[] = [
  ["AGE_13_17", 8],
  ["AGE_18_24", 34],
  ["AGE_25_34", 33],
  ["AGE_35_44", 16],
  ["AGE_45_54", 6],
  ["AGE_55_100", 3],
];
const GENDERS: readonly Share[] = [
  ["MALE", 52],
  ["FEMALE", 46],
  ["NONE", 2],
];

/** By the names of placements in targeting. */
const PLACEMENT_SHARES: readonly Share[] = [
  ["PLACEMENT_TIKTOK", 91],
  ["PLACEMENT_PANGLE", 7],
  ["PLACEMENT_GLOBAL_APP_BUNDLE", 2],
];

/** Each group's part of what an ad delivered. */
export function splitByAudience(
  figures: Figures,
  adGroup: Json,
  by: AudienceDimension,
): Map<string, Figures> {
  const list = { age: listAges, gender: listGenders, placement: listPlacements }[by];
  return splitFigures(figures, list(adGroup));
}

function listPlacements({ placements }: Json): readonly Share[] {
  const known = Array.isArray(placements) ? PLACEMENT_SHARES.filter(([key]) => placements.includes(key)) : [];
  return known.length > 0 ? known : PLACEMENT_SHARES;
}

function listAges({ age_groups: targeted }: Json): readonly Share[] {
  const known = Array.isArray(targeted) ? AGES.filter(([key]) => targeted.includes(key)) : [];
  return known.length > 0 ? known : AGES;
}

function listGenders({ gender }: Json): readonly Share[] {
  const known = GENDERS.filter(([key]) => gender === `GENDER_${key}`);
  return known.length > 0 ? known : GENDERS;
}
