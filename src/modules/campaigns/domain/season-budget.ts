import { type Halalas, halalas, shareOf } from "#base/shared/money.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { unsettledDays } from "../contract/cost.ts";
import type { Status } from "../contract/enums.ts";
import { isClosed } from "./status.ts";

type Phase = { from: RiyadhDay; to: RiyadhDay; costFactor: number };
export type SeasonSpan = { startsOn: RiyadhDay; endsOn: RiyadhDay; phases: readonly Phase[] };
export type SeasonDay = { day: RiyadhDay; budget: Halalas };

/** The days of a season that are still ahead and within a campaign's dates; null when there is none. */
export function cutSeason<Season extends SeasonSpan>(
  season: Season,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date | null },
  now: Date,
): Season | null {
  const starts = [season.startsOn, toRiyadhDay(now), toRiyadhDay(starts_at)].sort();
  const ends = [season.endsOn, ...(ends_at ? [toRiyadhDay(new Date(ends_at.getTime() - 1))] : [])].sort();
  const startsOn = starts.at(-1) ?? season.startsOn;
  const endsOn = ends[0] ?? season.endsOn;
  return startsOn > endsOn ? null : { ...season, startsOn, endsOn };
}

/** For all days together: what reaches about as many people a day as the usual budget does at the usual cost. */
export function computeUsualTotal({ startsOn, endsOn, phases }: SeasonSpan, daily: Halalas): Halalas {
  let total = 0;
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) {
    const factor = phases.find(({ from, to }) => day >= from && day <= to)?.costFactor ?? 10_000;
    total += shareOf(daily, factor);
  }
  return halalas(total);
}

/**
 * The most that each day can cost at the platform, all of them, and the most that is reserved at once: two days at the
 * highest budget, as for any campaign. `overdelivery`: in basis points of a daily budget.
 */
export function computeSeasonCost(days: readonly SeasonDay[], overdelivery: number) {
  const mosts = days.map(({ budget }) => shareOf(budget, Math.max(10_000, overdelivery)));
  const highest = Math.max(0, ...mosts);
  return {
    mosts,
    most: halalas(mosts.reduce((sum, one) => sum + one, 0)),
    hold: halalas(highest * Math.min(unsettledDays, days.length)),
  };
}

export type SeasonBudgetState = {
  startsOn: RiyadhDay;
  endsOn: RiyadhDay;
  budgetBefore: number;
  /** Null before the first day. */
  budgetSet: number | null;
};
type CampaignState = { status: Status; dailyBudget: number; hasBudgetDrift: boolean };

export type SeasonStep =
  | { kind: "end"; reason: "changed" | "campaign_ended" }
  /** Nobody has decided about a budget set on the platform itself: it is not overwritten. */
  | { kind: "blocked" }
  | { kind: "set"; budget: number }
  | { kind: "restore"; budget: number };

/**
 * What is due on a day. A budget that somebody else has set since stays, and ends the season's: a merchant's decision is
 * never overwritten at midnight.
 */
export function decideSeasonStep(
  { startsOn, endsOn, budgetBefore, budgetSet }: SeasonBudgetState,
  { status, dailyBudget, hasBudgetDrift }: CampaignState,
  { today, planned }: { today: RiyadhDay; planned: number | undefined },
): SeasonStep {
  if (isClosed(status)) return { kind: "end", reason: "campaign_ended" };
  if (dailyBudget !== (budgetSet ?? budgetBefore)) return { kind: "end", reason: "changed" };
  if (hasBudgetDrift) return { kind: "blocked" };
  const isWithin = today >= startsOn && today <= endsOn;
  return isWithin && planned !== undefined
    ? { kind: "set", budget: planned }
    : { kind: "restore", budget: budgetBefore };
}

const retryMs = 3_600_000;

/** When the next change is due: at the next midnight in Riyadh, or in an hour after one that could not be made. */
export function computeNextRun(now: Date, { failed }: { failed: boolean }): Date {
  const midnight = startOfRiyadhDay(addDays(toRiyadhDay(now), 1));
  const retry = new Date(now.getTime() + retryMs);
  return failed && retry < midnight ? retry : midnight;
}
