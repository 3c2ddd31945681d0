import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { computeAgeSpan } from "../contract/ages.ts";
import { type AgeRange, ageRanges } from "../contract/enums.ts";
import { ageSteps } from "./age-presets.ts";

const oldest = 120;

/** Every unbroken choice: one or more of the six steps that follow each other, or a wide range alone. */
const candidates: readonly AgeRange[][] = [
  ...ageSteps.flatMap((_, from) =>
    ageSteps.slice(from).map((_, length) => ageSteps.slice(from, from + length + 1)),
  ),
  ...ageRanges.filter((range) => !ageSteps.some((step) => step === range)).map((range) => [range]),
];

type Ages = { age_ranges: AgeRange[]; excluded_age_ranges: AgeRange[] };

/**
 * The ages a platform can reach that differ from the chosen ones by the fewest years; of two such choices the narrower.
 * Unchanged when it can reach these, or when none are chosen.
 */
export function nearestAges(chosen: Ages, limits: Capabilities["ages"]): Ages {
  const { age_ranges, excluded_age_ranges } = chosen;
  if (age_ranges.length === 0 || typeof computeAgeSpan(age_ranges, excluded_age_ranges, limits) !== "string")
    return { age_ranges, excluded_age_ranges };
  const wanted = toYears(age_ranges);
  for (const year of toYears(excluded_age_ranges)) wanted.delete(year);
  const [nearest] = candidates
    .filter((ranges) => typeof computeAgeSpan(ranges, [], limits) !== "string")
    .map((ranges) => ({ ranges, years: toYears(ranges) }))
    .map(({ ranges, years }) => ({
      ranges,
      distance: countDifferences(wanted, years),
      size: years.size,
    }))
    .sort((one, other) => one.distance - other.distance || one.size - other.size);
  return { age_ranges: [...(nearest?.ranges ?? age_ranges)], excluded_age_ranges: [] };
}

/** The years that only one of the two has. */
const countDifferences = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  const both = [...one].filter((year) => other.has(year)).length;
  return one.size + other.size - 2 * both;
};

function toYears(ranges: readonly AgeRange[]): Set<number> {
  return new Set(
    ranges.flatMap((range) => {
      const [from = 0, to = oldest] = range.split(/[-+]/).filter(Boolean).map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    }),
  );
}
