import { type Halalas, halalas } from "#base/shared/money.ts";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Season } from "./season.ts";

/** One day's expected cost in basis points of the usual one, and the budget proposed for it. */
type ProposedDay = { day: RiyadhDay; costFactor: number; budget: Halalas };
type BudgetProposal =
  | { kind: "proposed"; days: ProposedDay[] }
  /** The total does not cover the platform's minimum on every day; `needed` would. */
  | { kind: "too_small"; needed: Halalas };

type Input = {
  season: Pick<Season, "startsOn" | "endsOn" | "phases">;
  /** For all days together. */
  total: Halalas;
  /** The least that the platform takes for a day. */
  minimum: Halalas;
  /** The first day that is still to come, where the season has begun. */
  from?: RiyadhDay;
};

const riyal = 100;

/**
 * Daily budgets that follow the expected cost, so that about as many people are reached each day. They add up to the
 * total exactly, none is below the minimum, and they are whole riyals but for one day where the total is not.
 */
export function proposeBudgets({ season, total, minimum, from = season.startsOn }: Input): BudgetProposal {
  const first = from > season.startsOn ? from : season.startsOn;
  const days = listDays(first, season.endsOn).map((day) => ({ day, costFactor: findFactor(season, day) }));
  if (total < minimum * days.length) return { kind: "too_small", needed: halalas(minimum * days.length) };
  const extras = splitExtra(
    days.map(({ costFactor }) => costFactor),
    total,
    minimum,
  );
  return {
    kind: "proposed",
    days: days.map((one, index) => ({ ...one, budget: halalas(minimum + (extras[index] ?? 0)) })),
  };
}

const listDays = (from: RiyadhDay, to: RiyadhDay): RiyadhDay[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at));

const findFactor = ({ phases }: Pick<Season, "phases">, day: RiyadhDay): number =>
  phases.find(({ from, to }) => day >= from && day <= to)?.costFactor ?? 10_000;

/** What each day gets above the minimum: its share of the total, in whole riyals, and the rest where it is largest. */
function splitExtra(factors: readonly number[], total: Halalas, minimum: Halalas): number[] {
  const shares = computeShares(factors, total, minimum);
  const extras = shares.map((share) => Math.floor((share - minimum) / riyal) * riyal);
  let rest = total - minimum * factors.length - extras.reduce((sum, extra) => sum + extra, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: (share - minimum) % riyal, share }))
    .sort(
      (one, other) => other.remainder - one.remainder || other.share - one.share || one.index - other.index,
    );
  const largest = shares.indexOf(Math.max(...shares));
  for (const { index } of byRemainder) {
    if (rest < riyal) break;
    extras[index] = (extras[index] ?? 0) + riyal;
    rest -= riyal;
  }
  if (rest > 0) extras[largest] = (extras[largest] ?? 0) + rest;
  return extras;
}

/** Shares of the total in proportion to the factors, rounded down; a day below the minimum is raised to it first. */
function computeShares(factors: readonly number[], total: number, minimum: number): number[] {
  const isRaised = factors.map(() => false);
  for (;;) {
    const free = factors.filter((_, index) => !isRaised[index]);
    const sum = free.reduce((all, factor) => all + factor, 0);
    const pool = total - minimum * (factors.length - free.length);
    const shares = factors.map((factor, index) =>
      isRaised[index] ? minimum : Number((BigInt(pool) * BigInt(factor)) / BigInt(sum)),
    );
    const low = shares.findIndex((share, index) => !isRaised[index] && share < minimum);
    if (low < 0) return shares;
    for (const [index, share] of shares.entries()) if (share < minimum) isRaised[index] = true;
  }
}
