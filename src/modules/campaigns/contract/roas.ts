/**
 * A return on ad spend is stored in basis points: 10_000 means every riyal comes back once. People write "3.5" times.
 */

/** The return as a number of times, without needless digits: "3.5". */
export const formatTimes = (basisPoints: number): string => String(Math.round(basisPoints) / 10_000);

/** 3.5 as 35_000; null stays null. */
export const toBasisPoints = (times: number | null): number | null =>
  times === null ? null : Math.round(times * 10_000);
