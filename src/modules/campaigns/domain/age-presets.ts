import type { AgeRange } from "../contract/enums.ts";

/** The six age ranges that follow each other; the others of the list overlap them. */
export const ageSteps = [
  "18-24",
  "25-34",
  "35-44",
  "45-54",
  "55-64",
  "65+",
] as const satisfies readonly AgeRange[];

/** Ages that are often chosen, by name; each is one unbroken span. */
export const agePresets = {
  young: ["18-24", "25-34"],
  adult: ["25-34", "35-44", "45-54"],
  all: [...ageSteps],
  "13-35": ["13-35"],
  "13-49": ["13-49"],
  "35+": ["35+"],
} as const satisfies Record<string, readonly AgeRange[]>;
export type AgePreset = keyof typeof agePresets;

export const agePresetNames = Object.keys(agePresets) as AgePreset[];

/** The preset that is exactly these ranges, in any order; null: the merchant's own choice. */
export function findAgePreset(ranges: readonly AgeRange[]): AgePreset | null {
  const isSame = (preset: readonly AgeRange[]) =>
    preset.length === ranges.length && preset.every((range) => ranges.includes(range));
  return agePresetNames.find((name) => isSame(agePresets[name])) ?? null;
}
