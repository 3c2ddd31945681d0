import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sum, zeroFigures } from "./deliveries.ts";
import { splitFigures } from "./split-figures.ts";

const anyFigures = fc.record({
  impressions: fc.nat(1_000_000),
  clicks: fc.nat(50_000),
  spend: fc.nat(1_000_000_000),
  uniques: fc.nat(1_000_000),
  purchases: fc.nat(1_000),
  sales: fc.nat(1_000_000),
});
const anyShares = fc
  .array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 })
  .filter((shares) => shares.some((share) => share > 0));

describe("figures split over groups", () => {
  it("add up to the whole, none of them negative", () => {
    fc.assert(
      fc.property(anyFigures, anyShares, (figures, shares) => {
        const parts = [
          ...splitFigures(
            figures,
            shares.map((share, index) => [`g${index}`, share] as const),
          ).values(),
        ];
        expect(parts.reduce(sum, zeroFigures())).toEqual(figures);
        for (const part of parts) expect(Math.min(...Object.values(part))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("leave out a group without a share", () => {
    const figures = { impressions: 10, clicks: 1, spend: 5, uniques: 9, purchases: 2, sales: 7 };
    expect([
      ...splitFigures(figures, [
        ["one", 1],
        ["none", 0],
      ]).keys(),
    ]).toEqual(["one"]);
  });
});
