/** The seasons that Saudi stores sell by. */
export const seasonKeys = [
  "founding_day",
  "mothers_day",
  "ramadan",
  "eid_al_fitr",
  "eid_al_adha",
  "back_to_school",
  "national_day",
  "singles_day",
  "white_friday",
  "payday",
] as const;
export type SeasonKey = (typeof seasonKeys)[number];

/** Parts of a season in which an ad costs about the same. */
export const phaseKeys = ["before", "first_ten", "middle_ten", "last_ten", "peak", "after"] as const;
export type PhaseKey = (typeof phaseKeys)[number];

/** Bounds of a cost factor, in basis points of the usual cost: a half to five times. */
export const costFactorBounds = { min: 5_000, max: 50_000 } as const;

/** Hours that a merchant names instead of drawing them. */
export const hourPresetKeys = ["evenings", "weekend", "iftar", "after_taraweeh", "suhoor"] as const;
export type HourPresetKey = (typeof hourPresetKeys)[number];
