import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { computeMissingFunds, computeTopUp } from "./missing-funds.ts";

describe("the money a campaign is missing", () => {
  it.each([
    ["needs as much as is free", 250_00, 0, 250_00, 0],
    ["needs a halala more than is free", 250_01, 0, 250_00, 1],
    ["holds a part already", 250_00, 200_00, 30_00, 20_00],
    ["needs no more than it holds, though nothing is free", 250_00, 250_00, 0, 0],
    ["needs more while the wallet owes money", 250_00, 0, -10_00, 250_00],
  ])("when it %s", (_, needed, held, available, missing) => {
    expect(computeMissingFunds(halalas(needed), halalas(held), halalas(available))).toBe(missing);
  });

  it("is covered by the proposed deposit, in whole hundreds and never below the minimum deposit", () => {
    expect(computeTopUp(halalas(2_192_93), halalas(100_00))).toBe(2_200_00);
    expect(computeTopUp(halalas(1), halalas(100_00))).toBe(100_00);
    const amount = fc.integer({ min: 0, max: 1_000_000_00 }).map(halalas);
    fc.assert(
      fc.property(amount, amount, (missing, least) => {
        const proposed = computeTopUp(missing, least);
        return proposed >= missing && proposed >= least && proposed - Math.max(missing, least) < 10_000;
      }),
    );
  });
});
