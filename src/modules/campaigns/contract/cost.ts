import { type Halalas, halalas, shareOf, zeroHalalas } from "#base/shared/money.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** What decides how much a campaign can cost: read by the form as one types, and by the server when it holds money. */
export type CostFacts = {
  dailyBudget: Halalas;
  /** How much of a daily budget one day may cost at worst; 10_000 is the budget itself. */
  maxDailyOverdeliveryBasisPoints: number;
  startsAt: Date;
  endsAt: Date | null;
  /** Since when it may have cost money; null when it never ran. */
  maySpendSince: Date | null;
};

/** Days whose spend a platform has not settled: the day itself and the one before. */
export const unsettledDays = 2;

/** The most one day can cost at the platform: a daily budget is not a cap. */
function computeMaxDailyCost({ dailyBudget, maxDailyOverdeliveryBasisPoints }: CostFacts): Halalas {
  return shareOf(dailyBudget, Math.max(10_000, maxDailyOverdeliveryBasisPoints));
}

/** The most this campaign can cost on the Riyadh day of `now`; nothing before it begins and after it ended. */
export function computeMaxCostToday(facts: CostFacts, now: Date): Halalas {
  const today = toRiyadhDay(now);
  const begins = toRiyadhDay(facts.startsAt);
  const ended = facts.endsAt !== null && facts.endsAt <= now;
  return begins > today || ended ? zeroHalalas : computeMaxDailyCost(facts);
}

/**
 * Money to hold while it runs: the worst day for each day not yet settled, at most two, never more than what is left
 * of the schedule. Yesterday counts when it may have run then.
 */
export function computeRequiredReserve(facts: CostFacts, now: Date): Halalas {
  const today = toRiyadhDay(now);
  const ranYesterday = facts.maySpendSince !== null && toRiyadhDay(facts.maySpendSince) < today;
  const from = latest(ranYesterday ? addDays(today, -1) : today, toRiyadhDay(facts.startsAt));
  const days = facts.endsAt === null ? unsettledDays : daysBetween(from, toLastDay(facts.endsAt)) + 1;
  return halalas(computeMaxDailyCost(facts) * Math.min(unsettledDays, Math.max(0, days)));
}

/** The last Riyadh day that can cost anything: an end at midnight belongs to the day before. */
function toLastDay(endsAt: Date): RiyadhDay {
  return toRiyadhDay(new Date(endsAt.getTime() - 1));
}

const latest = (one: RiyadhDay, other: RiyadhDay): RiyadhDay => (one > other ? one : other);
