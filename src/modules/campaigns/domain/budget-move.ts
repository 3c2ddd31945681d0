/**
 * Where a plan's daily budget does more: a proposal to move a part of it from the campaign that brings least back to the
 * one that brings most. It needs enough days and orders behind it, and says what it can lose at most.
 */

/** One campaign of the plan over the same settled days. Amounts are halalas. */
export type MoveCandidate = {
  campaignId: string;
  isRunning: boolean;
  dailyBudget: number;
  /** What its platform and the product allow. */
  minimumBudget: number;
  maximumBudget: number;
  /** Days on which it cost money. */
  days: number;
  spend: number;
  orders: number;
  sales: number;
};

export type BudgetMove = {
  fromCampaignId: string;
  toCampaignId: string;
  /** Of the daily budget, whole riyals. */
  amountHalalas: number;
  /** The orders of both campaigns that it rests on. */
  orders: number;
  /** Sales a day that are lost if the moved money brings nothing where it goes. */
  largestLossHalalas: number;
};

/** Days each of the two must have cost money, and orders the better one must have brought. */
export const minimumDays = 7;
export const minimumOrders = 10;
/** The better one brings at least half as much again for each riyal. */
const leastAdvantage = 1.5;
/** The worse one had the money for this many orders at the better one's cost: its figures are no bad luck of one day. */
const ordersItCouldHave = 3;
/** One move is careful: a fifth of the budget, at least five riyals. */
const shareMoved = 0.2;
const leastAmount = 500;
const oneRiyal = 100;

/** The best move, or null when the figures do not carry one. */
export function proposeBudgetMove(candidates: readonly MoveCandidate[]): BudgetMove | null {
  const ready = candidates.filter(
    ({ isRunning, days, spend }) => isRunning && days >= minimumDays && spend > 0,
  );
  const best = ready
    .filter(({ orders, sales }) => orders >= minimumOrders && sales > 0)
    .sort((one, other) => toReturn(other) - toReturn(one) || compareIds(one, other))[0];
  if (!best) return null;
  const worst = ready
    .filter((one) => one !== best && isClearlyWorse(one, best))
    .sort((one, other) => toReturn(one) - toReturn(other) || compareIds(one, other))[0];
  return worst ? toMove(worst, best) : null;
}

function toMove(from: MoveCandidate, to: MoveCandidate): BudgetMove | null {
  const largest = Math.min(
    from.dailyBudget * shareMoved,
    from.dailyBudget - from.minimumBudget,
    to.maximumBudget - to.dailyBudget,
  );
  const amountHalalas = Math.floor(largest / oneRiyal) * oneRiyal;
  if (amountHalalas < leastAmount) return null;
  return {
    fromCampaignId: from.campaignId,
    toCampaignId: to.campaignId,
    amountHalalas,
    orders: from.orders + to.orders,
    largestLossHalalas: Math.ceil((amountHalalas * from.sales) / from.spend),
  };
}

const isClearlyWorse = (one: MoveCandidate, best: MoveCandidate): boolean =>
  toReturn(best) >= toReturn(one) * leastAdvantage &&
  one.spend * best.orders >= best.spend * ordersItCouldHave;

/** Sales for each halala spent. */
const toReturn = ({ sales, spend }: MoveCandidate) => sales / spend;

/** The same figures always give the same proposal. */
const compareIds = (one: MoveCandidate, other: MoveCandidate) => (one.campaignId < other.campaignId ? -1 : 1);
