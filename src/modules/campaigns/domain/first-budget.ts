import { type Halalas, halalas, shareOf } from "#base/shared/money.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import { unsettledDays } from "../contract/cost.ts";

/** With less a day brings too few visits to learn anything from. */
const leastUseful = halalas(50_00);
/** Proposals are whole tens of riyals: nobody counts in odd ones. */
const step = 10_00;

const roundUp = (amount: number): Halalas => halalas(Math.ceil(amount / step) * step);

/**
 * The daily budget, in halalas, that a first campaign starts from on one platform: the least that the platform accepts in
 * the ad account's currency, and never less than what a day can be judged by.
 */
export const proposeDailyBudget = (limits: Capabilities, currency?: string): Halalas =>
  roundUp(Math.max(leastUseful, findMinimumBudget(limits, currency)));

/** A campaign's daily budget in halalas, and the most that its platform may spend of it in a day. */
export type BudgetFacts = { dailyBudget: Halalas; maxDailyOverdeliveryBasisPoints: number };

/** A deposit in halalas, and for how many days of running it is enough. */
type DepositProposal = { amount: Halalas; days: number };

const proposedDays = [unsettledDays, 7, 14] as const;

/**
 * Three deposits, the smallest first: the first covers just the reserve that the start needs, the others a week and two
 * weeks of the budget beside it. All are within the bounds of a deposit and each is larger than the one before; what the
 * wallet has already is taken off.
 */
export function proposeDeposits(
  campaigns: readonly BudgetFacts[],
  { available, min, max }: { available: Halalas; min: Halalas; max: Halalas },
): DepositProposal[] {
  const reserve = sum(campaigns.map((one) => computeWorstDay(one) * unsettledDays));
  const budget = sum(campaigns.map(({ dailyBudget }) => dailyBudget));
  const amounts = proposedDays.map((days) => roundUp(reserve + budget * (days - unsettledDays) - available));
  return proposedDays.flatMap((days, index) => {
    const amount = clamp(amounts[index] ?? 0, { min, max });
    const isRepeated = index > 0 && amount <= clamp(amounts[index - 1] ?? 0, { min, max });
    return isRepeated ? [] : [{ amount, days }];
  });
}

/** A day may cost more than its budget; what a platform may spend at most is what is reserved. */
const computeWorstDay = ({ dailyBudget, maxDailyOverdeliveryBasisPoints }: BudgetFacts): number =>
  shareOf(dailyBudget, Math.max(10_000, maxDailyOverdeliveryBasisPoints));

const clamp = (amount: number, { min, max }: { min: number; max: number }): Halalas =>
  halalas(Math.min(max, Math.max(min, amount)));

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
