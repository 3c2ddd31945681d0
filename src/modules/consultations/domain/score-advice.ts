/** Delivered returns on ad spend; null where nothing was spent. */
export type Returns = {
  before: number | null;
  after: number | null;
  similar_before: number | null;
  similar_after: number | null;
};

/** Days before and after the day of acceptance that are compared; that day itself is in neither. */
export const comparedDays = 14;

/**
 * Whether an expected return was reached. What moved all similar campaigns alike (a season, a payday) is not the advice's:
 * the return after is divided by how theirs changed. Null where nothing was spent after.
 */
export function isPromiseKept(expectedRoas: number, returns: Returns): boolean | null {
  const { after, similar_before, similar_after } = returns;
  if (after === null) return null;
  const hasSimilar =
    similar_before !== null && similar_after !== null && similar_before > 0 && similar_after > 0;
  const change = hasSimilar ? similar_after / similar_before : 1;
  return after / change >= expectedRoas;
}
