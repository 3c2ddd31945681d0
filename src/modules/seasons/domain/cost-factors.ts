import type { PhaseKey, SeasonKey } from "../contract/season-keys.ts";

/**
 * What a result is expected to cost in a season, in basis points of its usual cost: 13_000 is 30 % more. These are the
 * product's own starting values. No platform publishes such figures for the Kingdom; staff edit them as they learn.
 */
const defaults: Partial<Record<`${SeasonKey}.${PhaseKey}`, number>> = {
  "founding_day.before": 11_000,
  "founding_day.peak": 13_000,
  "mothers_day.before": 11_000,
  "mothers_day.peak": 12_500,
  "ramadan.first_ten": 11_000,
  "ramadan.middle_ten": 12_000,
  "ramadan.last_ten": 15_000,
  "eid_al_fitr.before": 15_000,
  "eid_al_fitr.peak": 10_000,
  "eid_al_adha.before": 12_000,
  "eid_al_adha.peak": 9_500,
  "back_to_school.before": 11_000,
  "back_to_school.peak": 12_500,
  "national_day.before": 12_500,
  "national_day.peak": 15_000,
  "singles_day.before": 11_000,
  "singles_day.peak": 13_500,
  "white_friday.before": 14_000,
  "white_friday.peak": 18_000,
  "white_friday.after": 13_000,
  "payday.peak": 11_000,
};
const usual = 10_000;

/** Values that staff have set, by "ramadan.last_ten". */
export type CostFactors = ReadonlyMap<string, number>;

export const toFactorKey = (season: SeasonKey, phase: PhaseKey): `${SeasonKey}.${PhaseKey}` =>
  `${season}.${phase}`;

export const findCostFactor = (season: SeasonKey, phase: PhaseKey, set: CostFactors = new Map()): number =>
  set.get(toFactorKey(season, phase)) ?? defaults[toFactorKey(season, phase)] ?? usual;

/** The phases that each season has, in their order. */
export const listFactorKeys = (): { season: SeasonKey; phase: PhaseKey }[] =>
  Object.keys(defaults).map((key) => {
    const [season, phase] = key.split(".") as [SeasonKey, PhaseKey];
    return { season, phase };
  });
