import { type Halalas, halalas } from "#base/shared/money.ts";

/** A platform's part of the daily budget: its weight in basis points, and the least it accepts. */
export type BudgetPart = { share: number; minimum: Halalas };

export const wholeShare = 10_000;

/**
 * Splits a daily budget by shares; the parts always add up to the total. No part is below its minimum while the total
 * covers all minimums: what one lacks is taken from the others by their shares. A smaller total is split by the shares
 * alone, and the checks say what is missing.
 */
export function splitBudget(total: Halalas, parts: readonly BudgetPart[]): Halalas[] {
  const weights = toWeights(parts.map(({ share }) => share));
  if (total < sumMinimums(parts)) return apportion(total, weights).map(halalas);
  const fixed = new Set<number>();
  for (;;) {
    const rest = total - sum(parts.map(({ minimum }, index) => (fixed.has(index) ? minimum : 0)));
    const free = weights.map((weight, index) => (fixed.has(index) ? 0 : weight));
    const amounts = apportion(rest, free);
    const short = parts.findIndex(
      ({ minimum }, index) => !fixed.has(index) && (amounts[index] ?? 0) < minimum,
    );
    if (short < 0)
      return parts.map(({ minimum }, index) => (fixed.has(index) ? minimum : halalas(amounts[index] ?? 0)));
    fixed.add(short);
  }
}

/** The smallest total with which no part is below its minimum. */
export const sumMinimums = (parts: readonly Pick<BudgetPart, "minimum">[]): Halalas =>
  halalas(sum(parts.map(({ minimum }) => minimum)));

/** The shares after one is set, in basis points that add up to 10,000: the others keep their proportions. */
export function moveShare(shares: readonly number[], index: number, share: number): number[] {
  if (shares.length < 2) return shares.map(() => wholeShare);
  const set = Math.min(wholeShare, Math.max(0, Math.round(share)));
  const others = shares.filter((_, other) => other !== index);
  const moved = apportion(wholeShare - set, toWeights(others));
  return shares.map((_, other) => (other === index ? set : (moved[other < index ? other : other - 1] ?? 0)));
}

/** Equal shares of so many platforms. */
export const equalShares = (count: number): number[] => apportion(wholeShare, Array(count).fill(1));

/** Shares that stay in proportion when a platform is added with an equal part, or removed. */
export const normalizeShares = (shares: readonly number[]): number[] =>
  apportion(wholeShare, toWeights(shares));

/** Weights that are not all zero: equal ones when nothing was chosen. */
const toWeights = (shares: readonly number[]): number[] =>
  shares.some((share) => share > 0) ? [...shares] : shares.map(() => 1);

/** Whole parts of a whole amount by weight, by the largest remainders; they add up to the amount. */
function apportion(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (all === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((share) => Number(share / BigInt(all)));
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: Number(share % BigInt(all)) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder.slice(0, amount - sum(parts))) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
