import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatRiyals, halalas, parseRiyals, shareOf } from "./money.ts";

describe("a share of an amount", () => {
  it("is rounded half up: 15 % of 10.01 SAR is 1.50 SAR, of 0.10 SAR is 0.02 SAR", () => {
    expect(shareOf(halalas(1_001), 1_500)).toBe(150);
    expect(shareOf(halalas(10), 1_500)).toBe(2);
  });

  it("differs at most half a halala from the exact share", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000_00 }),
        fc.integer({ min: 0, max: 20_000 }),
        (amount, points) => {
          const exact = (amount * points) / 10_000;
          expect(Math.abs(shareOf(halalas(amount), points) - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        },
      ),
    );
  });
});

describe("riyals as people write them", () => {
  it.each([
    ["100", 10_000],
    ["1,234.5", 123_450],
    ["١٢٬٣٤٥٫٠٥", 1_234_505],
    ["۵۰", 5_000],
    ["19.90", 1_990],
  ])("%s is read exactly", (text, expected) => {
    expect(parseRiyals(text)).toBe(expected);
  });

  it.each(["", "-5", "1.234", "1e3", "12,34", "ريال", "NaN", "0x10"])("%j is no amount", (text) => {
    expect(parseRiyals(text)).toBeNull();
  });

  it("are parsed as they were formatted", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        expect(parseRiyals(formatRiyals(halalas(amount)))).toBe(amount);
      }),
    );
  });
});

describe("halalas", () => {
  it("are whole numbers", () => expect(() => halalas(1.5)).toThrow(RangeError));
});
