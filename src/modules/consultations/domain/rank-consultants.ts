/** The promises of one consultant that were measured, and how many of them were kept. */
export type PromiseCounts = { consultant_id: string; kept: number; measured: number };
/** `rank` and `ranked_of` are null below the smallest number of measured promises that is compared. */
export type PromiseRecord = Omit<PromiseCounts, "consultant_id"> & {
  rank: number | null;
  ranked_of: number | null;
};

/** With fewer promises than these one lucky campaign would decide the rank. */
export const rankedFrom = 5;

/**
 * Each consultant's record. Those with enough measured promises are ranked by the share they kept; equal shares have the
 * same rank, and the next one counts everybody before it: 1, 1, 3.
 */
export function rankConsultants(all: readonly PromiseCounts[]): Map<string, PromiseRecord> {
  const ranked = all.filter(({ measured }) => measured >= rankedFrom);
  // Shares are compared as fractions: 2 of 6 and 3 of 9 are equal, whatever a division rounds to.
  const isBetter = (one: PromiseCounts, other: PromiseCounts) =>
    one.kept * other.measured > other.kept * one.measured;
  return new Map(
    all.map((one) => {
      const { consultant_id, kept, measured } = one;
      const isRanked = measured >= rankedFrom;
      const rank = isRanked ? 1 + ranked.filter((other) => isBetter(other, one)).length : null;
      return [consultant_id, { kept, measured, rank, ranked_of: isRanked ? ranked.length : null }];
    }),
  );
}
