import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Halalas, halalas } from "#base/shared/money.ts";
import {
  equalShares,
  moveShare,
  normalizeShares,
  splitBudget,
  sumMinimums,
  wholeShare,
} from "./split-budget.ts";

const amount = (max: number) => fc.integer({ min: 0, max }).map(halalas);
const share = fc.integer({ min: 0, max: wholeShare });
const parts = fc.array(fc.record({ share, minimum: amount(200_00) }), { minLength: 1, maxLength: 5 });
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

describe("the daily budget over the platforms", () => {
  it("is spent whole, to the halala", () => {
    fc.assert(
      fc.property(amount(1_000_000_00), parts, (total, of) => {
        expect(sum(splitBudget(total, of))).toBe(total);
      }),
    );
  });

  it("gives no platform less than its minimum while there is enough for all", () => {
    fc.assert(
      fc.property(parts, amount(10_000_00), (of, more) => {
        const split = splitBudget(halalas(sumMinimums(of) + more), of);
        for (const [index, { minimum }] of of.entries()) expect(split[index]).toBeGreaterThanOrEqual(minimum);
      }),
    );
  });

  it("follows the shares where no minimum stands in the way", () => {
    const of = [4_500, 3_500, 2_000].map((share) => ({ share, minimum: halalas(20_00) }));
    expect(splitBudget(halalas(250_00), of)).toEqual([112_50, 87_50, 50_00]);
  });

  it("takes what one platform lacks from the others", () => {
    const of = [
      { share: 1_000, minimum: halalas(75_00) },
      { share: 9_000, minimum: halalas(20_00) },
    ];
    expect(splitBudget(halalas(100_00), of)).toEqual([75_00, 25_00]);
  });

  it("below all minimums is still split by the shares, so that nothing jumps while it is typed", () => {
    const of = [5_000, 5_000].map((share) => ({ share, minimum: 50_00 as Halalas }));
    expect(splitBudget(halalas(60_00), of)).toEqual([30_00, 30_00]);
  });
});

describe("a share that is moved", () => {
  const shares = fc.array(share, { minLength: 2, maxLength: 5 }).map(normalizeShares);

  it("leaves a whole, and stands where it was put", () => {
    fc.assert(
      fc.property(shares, fc.nat(4), share, (before, at, to) => {
        const index = at % before.length;
        const after = moveShare(before, index, to);
        expect(after[index]).toBe(to);
        expect(sum(after)).toBe(wholeShare);
        expect(Math.min(...after)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("keeps the order of the others", () => {
    expect(moveShare([5_000, 3_000, 2_000], 0, 0)).toEqual([0, 6_000, 4_000]);
  });

  it("of one platform alone is the whole", () => {
    expect(moveShare([wholeShare], 0, 10)).toEqual([wholeShare]);
  });
});

it("equal shares are a whole, however many platforms there are", () => {
  for (const count of [1, 2, 3, 4, 5]) expect(sum(equalShares(count))).toBe(wholeShare);
  expect(equalShares(3)).toEqual([3_334, 3_333, 3_333]);
});
