/** Announced this long before the card is charged. */
export const topUpNoticeMinutes = 10;

export type TopUpFacts = {
  available: number;
  threshold: number;
  amount: number;
  monthlyCeiling: number;
  /** Charged, or about to be, in this Riyadh month. */
  chargedThisMonth: number;
  isArmed: boolean;
  isUnderWay: boolean;
};

/**
 * Whether one top-up reaches the threshold from an empty wallet. A smaller one could leave the balance under it, and the
 * next fall would never come.
 */
export const reachesThreshold = (amount: number, threshold: number) => amount >= threshold;

/**
 * What a change of the available balance means for the automatic top-up. `plan`: it fell under the threshold, and the
 * month's ceiling has room. `arm`: it is at the threshold again, so the next fall counts. Exactly on the threshold is not
 * under it.
 */
export function decideTopUp(facts: TopUpFacts): "plan" | "arm" | "nothing" {
  const { available, threshold, amount, monthlyCeiling, chargedThisMonth, isArmed, isUnderWay } = facts;
  if (available >= threshold) return isArmed ? "nothing" : "arm";
  if (!isArmed || isUnderWay) return "nothing";
  return chargedThisMonth + amount <= monthlyCeiling ? "plan" : "nothing";
}
