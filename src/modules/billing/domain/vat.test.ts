import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeVatInside } from "./vat.ts";

describe("VAT", () => {
  it.each([
    [100, 13],
    [9_900, 1_291],
    [11_500, 1_500],
    [19_900, 2_596],
    [29_900, 3_900],
    [49_900, 6_509],
  ])("%i halalas include %i halalas of VAT", (gross, vat) => {
    expect(computeVatInside(gross)).toBe(vat);
  });

  it("is what rounding half up gives, for any amount, and nothing at a rate of zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (gross) => {
        expect(computeVatInside(gross, 1_500)).toBe(Math.round((gross * 15) / 115));
        expect(computeVatInside(gross, 0)).toBe(0);
      }),
    );
  });
});
