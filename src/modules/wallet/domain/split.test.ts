import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate, splitCorrection, splitRefund, splitSpend } from "./split.ts";

const money = fc.nat({ max: 1_000_000 });
const isNeverNegative = (parts: Record<string, number>) =>
  expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);

describe("spend", () => {
  it.each([
    [100, 100, 0, { fromHold: 100, fromAvailable: 0, owed: 0 }],
    [101, 100, 0, { fromHold: 100, fromAvailable: 0, owed: 1 }],
    [101, 100, 1, { fromHold: 100, fromAvailable: 1, owed: 0 }],
    [50, 100, 100, { fromHold: 50, fromAvailable: 0, owed: 0 }],
  ])("of %i with %i held and %i available", (amount, held, available, parts) => {
    expect(splitSpend(amount, { held, available })).toEqual(parts);
  });

  it("is divided into parts that add up to it, none below zero, none more than there is", () => {
    fc.assert(
      fc.property(money, money, money, (amount, held, available) => {
        const parts = splitSpend(amount, { held, available });
        isNeverNegative(parts);
        expect(parts.fromHold + parts.fromAvailable + parts.owed).toBe(amount);
        expect(parts.fromHold).toBeLessThanOrEqual(held);
        expect(parts.fromAvailable).toBeLessThanOrEqual(available);
        // Nothing is owed while any money is left.
        if (parts.owed > 0) expect([parts.fromHold, parts.fromAvailable]).toEqual([held, available]);
      }),
    );
  });

  it("reported in any order, and in any steps, comes to the same end", () => {
    const reports = fc.array(fc.record({ campaign: fc.nat({ max: 2 }), amount: money }), { maxLength: 12 });
    const holds = fc.tuple(money, money, money);
    fc.assert(
      fc.property(reports, holds, money, fc.infiniteStream(fc.nat()), (all, held, available, random) => {
        const shuffled = all
          .map((report) => ({ report, at: random.next().value }))
          .sort((one, other) => one.at - other.at)
          .map(({ report }) => report);
        const halves = all.flatMap(({ campaign, amount }) => {
          const part = Math.floor(amount / 2);
          return [
            { campaign, amount: part },
            { campaign, amount: amount - part },
          ];
        });
        const end = spendAll(all, held, available);
        expect(spendAll(shuffled, held, available)).toEqual(end);
        expect(spendAll(halves, held, available)).toEqual(end);
      }),
    );
  });
});

function spendAll(
  reports: readonly { campaign: number; amount: number }[],
  held: readonly number[],
  available: number,
) {
  const end = { held: [...held], available, owed: 0 };
  for (const { campaign, amount } of reports) {
    const parts = splitSpend(amount, { held: end.held[campaign] ?? 0, available: end.available });
    end.held[campaign] = (end.held[campaign] ?? 0) - parts.fromHold;
    end.available -= parts.fromAvailable;
    end.owed += parts.owed;
  }
  return end;
}

describe("what returns and what goes back", () => {
  it("is divided into parts that add up, none below zero", () => {
    fc.assert(
      fc.property(money, money, (amount, other) => {
        const correction = splitCorrection(amount, other);
        isNeverNegative(correction);
        expect(correction.fromOwed + correction.toAvailable).toBe(amount);
        expect(correction.fromOwed).toBe(Math.min(amount, other));
        const refund = splitRefund(amount, other);
        isNeverNegative(refund);
        expect(refund.fromAvailable + refund.owed).toBe(amount);
        expect(refund.fromAvailable).toBe(Math.min(amount, other));
      }),
    );
  });
});

describe("money for several needs", () => {
  it("goes to them in their order, and nobody gets more than needed or before an earlier one is met", () => {
    const needs = fc.array(money, { maxLength: 10 });
    fc.assert(
      fc.property(money, needs, (available, amounts) => {
        const list = amounts.map((needed_halalas, index) => ({ index, needed_halalas }));
        const { given, left } = allocate(available, list);
        const sum = given.reduce((total, { amount }) => total + amount, 0);
        expect(sum + left).toBe(available);
        expect(left).toBeGreaterThanOrEqual(0);
        for (const { amount, needed_halalas } of given) {
          expect(amount).toBeGreaterThan(0);
          expect(amount).toBeLessThanOrEqual(needed_halalas);
        }
        const needed = amounts.reduce((total, amount) => total + amount, 0);
        expect(sum).toBe(Math.min(available, needed));
        const partly = given.findIndex(({ amount, needed_halalas }) => amount < needed_halalas);
        if (partly >= 0) expect(partly).toBe(given.length - 1);
      }),
    );
  });
});
