import { type Halalas, halalas, shareOf, zeroHalalas } from "#base/shared/money.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** The inputs of a campaign's cost. The form uses them while the merchant types, the server when it reserves money. */
export type CostFacts = {
  dailyBudget: Halalas;
  /** The maximum share of a daily budget that one day may cost; 10_000 is the budget itself. */
  maxDailyOverdeliveryBasisPoints: number;
  startsAt: Date;
  endsAt: Date | null;
  /** When it first may have cost money; null when it never ran. */
  maySpendSince: Date | null;
};

/** Days whose spend a platform has not settled: the day itself and the one before. */
export const unsettledDays = 2;

/** The maximum cost of one day at the platform: a daily budget is not a cap. */
function computeMaxDailyCost({ dailyBudget, maxDailyOverdeliveryBasisPoints }: CostFacts): Halalas {
  return shareOf(dailyBudget, Math.max(10_000, maxDailyOverdeliveryBasisPoints));
}

/** The maximum cost on the Riyadh day of `now`; zero before the start and after the end. */
export function computeMaxCostToday(facts: CostFacts, now: Date): Halalas {
  const today = toRiyadhDay(now);
  const begins = toRiyadhDay(facts.startsAt);
  const ended = facts.endsAt !== null && facts.endsAt <= now;
  return begins > today || ended ? zeroHalalas : computeMaxDailyCost(facts);
}

/**
 * The money to reserve while the campaign runs: the maximum cost of each day not yet settled. At most two days, and
 * never more days than the schedule has left. Yesterday counts when the campaign may have run then.
 */
export function computeRequiredReserve(facts: CostFacts, now: Date): Halalas {
  const { days, maxDailyCost } = computeReserveParts(facts, now);
  return halalas(maxDailyCost * days);
}

/** The days whose maximum cost the reserve is made of, and that cost. */
export function computeReserveParts(facts: CostFacts, now: Date): { days: number; maxDailyCost: Halalas } {
  const today = toRiyadhDay(now);
  const ranYesterday = facts.maySpendSince !== null && toRiyadhDay(facts.maySpendSince) < today;
  const from = latest(ranYesterday ? addDays(today, -1) : today, toRiyadhDay(facts.startsAt));
  const days = facts.endsAt === null ? unsettledDays : daysBetween(from, toLastDay(facts.endsAt)) + 1;
  return { days: Math.min(unsettledDays, Math.max(0, days)), maxDailyCost: computeMaxDailyCost(facts) };
}

/** The last Riyadh day that can cost anything. An end at midnight belongs to the day before. */
function toLastDay(endsAt: Date): RiyadhDay {
  return toRiyadhDay(new Date(endsAt.getTime() - 1));
}

const latest = (one: RiyadhDay, other: RiyadhDay): RiyadhDay => (one > other ? one : other);
