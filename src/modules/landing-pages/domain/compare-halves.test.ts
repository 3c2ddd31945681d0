import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareHalves, type HalfCount, visitorsNeeded } from "./compare-halves.ts";

const count: fc.Arbitrary<HalfCount> = fc
  .tuple(fc.integer({ min: 1, max: 50_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([visitors, share]) => ({ visitors, tapped: Math.round(visitors * share) }));

describe("two halves of a page", () => {
  it("are not judged before a week, or with few visitors or taps", () => {
    const [a, b] = [
      { visitors: 5_000, tapped: 100 },
      { visitors: 5_000, tapped: 400 },
    ];
    expect(compareHalves(a, b, 6.9).verdict).toBe("not_enough");
    expect(compareHalves(a, b, 7).verdict).toBe("b_better");
    expect(compareHalves(b, a, 7).verdict).toBe("a_better");
    const few = { visitors: visitorsNeeded - 1, tapped: 90 };
    expect(compareHalves(few, b, 30).verdict).toBe("not_enough");
    expect(compareHalves({ ...a, tapped: 4 }, { ...b, tapped: 5 }, 30).verdict).toBe("not_enough");
    expect(compareHalves({ visitors: 0, tapped: 0 }, b, 30)).toEqual({
      verdict: "not_enough",
      difference: null,
    });
  });

  it("are not told apart by a difference that chance makes", () => {
    const { verdict, difference } = compareHalves(
      { visitors: 1_000, tapped: 50 },
      { visitors: 1_000, tapped: 65 },
      30,
    );
    expect(verdict).toBe("no_difference");
    expect(difference?.lower).toBeLessThan(0);
    expect(difference?.upper).toBeGreaterThan(0);
  });

  it("have the interval of Newcombe's paper: 56/70 against 48/80, here at 99 %", () => {
    // At 95 % the paper gives 0.0524 to 0.3339 (table II, method 10); 99 % is wider on both sides.
    const { difference } = compareHalves({ visitors: 80, tapped: 48 }, { visitors: 70, tapped: 56 }, 30);
    expect(difference?.lower).toBeGreaterThan(-0.01);
    expect(difference?.lower).toBeLessThan(0.0524);
    expect(difference?.upper).toBeGreaterThan(0.3339);
    expect(difference?.upper).toBeLessThan(0.4);
  });

  it("have an interval that holds the difference, within -1 and 1, and is the same seen from the other side", () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        const { difference } = compareHalves(a, b, 30);
        const back = compareHalves(b, a, 30).difference;
        const seen = b.tapped / b.visitors - a.tapped / a.visitors;
        expect(difference?.lower).toBeLessThanOrEqual(seen + 1e-9);
        expect(difference?.upper).toBeGreaterThanOrEqual(seen - 1e-9);
        expect(difference?.lower).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(difference?.upper).toBeLessThanOrEqual(1 + 1e-9);
        expect(back?.lower).toBeCloseTo(-(difference?.upper ?? 0), 9);
      }),
    );
  });
});
