/** A return on ad spend is kept in basis points, 10_000 being every riyal back once; people say "3.5" times. */

/** "3.5": how many times the money comes back, without needless digits. */
export const formatTimes = (basisPoints: number): string => String(Math.round(basisPoints) / 10_000);

/** 3.5 as 35_000; null stays null. */
export const toBasisPoints = (times: number | null): number | null =>
  times === null ? null : Math.round(times * 10_000);
