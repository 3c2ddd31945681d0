import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLeak } from "./coupon-leak.ts";

const days = (...uses: number[]) => uses.map((usesWithoutClick) => ({ usesWithoutClick, validClicks: 200 }));
const today = (usesWithoutClick: number, validClicks = 200) => ({ usesWithoutClick, validClicks });

describe("a coupon used without clicks", () => {
  it("is leaked when one day has many more uses than its own days before", () => {
    const { isLeak, expected, probability } = findLeak(today(40), days(2, 3, 1, 2, 4, 2, 3));
    expect(isLeak).toBe(true);
    expect(expected).toBeCloseTo(18 / 8);
    expect(probability).toBeLessThan(1e-6);
  });

  it("is not leaked on a day like its others, nor on a slow rise", () => {
    expect(findLeak(today(5), days(2, 3, 1, 2, 4, 2, 3)).isLeak).toBe(false);
    expect(findLeak(today(24), days(12, 14, 15, 16, 18, 19, 21)).isLeak).toBe(false);
  });

  it("needs three days of its own, and eight uses", () => {
    expect(findLeak(today(60), days(0, 0)).isLeak).toBe(false);
    expect(findLeak(today(60), days(0, 0, 0)).isLeak).toBe(true);
    expect(findLeak(today(7), days(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).isLeak).toBe(false);
    expect(findLeak(today(8), days(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).isLeak).toBe(true);
  });

  it("may be used more when its campaign is clicked more, and is expected no less when it is clicked less", () => {
    const before = days(4, 5, 4, 6, 5, 4, 5);
    expect(findLeak(today(20), before).isLeak).toBe(true);
    expect(findLeak(today(20, 800), before).isLeak).toBe(false);
    expect(findLeak(today(5, 0), before)).toEqual(findLeak(today(5), before));
  });

  it("is the more surely leaked the more it is used", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 28 }),
        fc.integer({ min: 0, max: 2_000 }),
        (uses, count) => {
          const less = findLeak(today(count), days(...uses));
          const more = findLeak(today(count + 25), days(...uses));
          expect(more.probability).toBeLessThanOrEqual(less.probability + 1e-9);
          expect(less.probability).toBeGreaterThanOrEqual(0);
          expect(less.probability).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
