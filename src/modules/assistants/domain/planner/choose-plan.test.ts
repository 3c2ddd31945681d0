import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlaces } from "./choose-places.ts";
import { chooseSplit } from "./choose-split.ts";
import { computeExpected } from "./expected-range.ts";
import type { PlanFacts, PlatformFacts } from "./plan-facts.ts";

const described = { kind: "described" } as const;
const someCities = {
  deliveredOrders: 100,
  cities: [
    { key: "riyadh", orders: 40 },
    { key: "jeddah", orders: 27 },
    { key: "dammam", orders: 9 },
  ],
};
const aPlatform = (more: Partial<PlatformFacts>): PlatformFacts => ({
  platform: "snapchat",
  spendHalalas: 400_000,
  clicks: 2_000,
  orders: 40,
  salesHalalas: 1_200_000,
  weeks: [],
  ...more,
});
const weeks = (...orders: number[]) =>
  orders.map((count) => ({
    spendHalalas: 100_000,
    clicks: 500,
    orders: count,
    salesHalalas: count * 30_000,
  }));

describe("the places of a plan", () => {
  it("are those that were named, with their share of the orders", () => {
    const { cities, reasons } = choosePlaces(["riyadh", "jeddah"], described, someCities);
    expect(cities.map(({ key }) => key)).toEqual(["riyadh", "jeddah"]);
    expect(reasons).toMatchObject([described, { kind: "cities_share", percent: 67, orders: 100, days: 90 }]);
  });

  it("are the fewest cities with most of the orders where none is named", () => {
    const { cities } = choosePlaces([], described, someCities);
    expect(cities.map(({ key }) => key)).toEqual(["riyadh", "jeddah"]);
  });

  it("are the whole Kingdom where orders are spread, or too few", () => {
    const spread = { deliveredOrders: 200, cities: someCities.cities };
    expect(choosePlaces([], described, spread)).toMatchObject({
      cities: [],
      reasons: [{ kind: "cities_spread", percent: 38 }],
    });
    expect(choosePlaces([], described, { ...someCities, deliveredOrders: 29 })).toMatchObject({
      cities: [],
      reasons: [{ kind: "places_default", orders: 29 }],
    });
  });
});

describe("the split over platforms", () => {
  it("follows the return where two platforms were measured", () => {
    const facts = {
      platforms: [aPlatform({}), aPlatform({ platform: "meta", salesHalalas: 400_000 })],
    };
    const { parts, reasons } = chooseSplit(["snapchat", "meta"], facts);
    expect(parts.map(({ share }) => share)).toEqual([6_250, 3_750]);
    expect(reasons).toEqual([{ kind: "split_by_return", days: 90 }]);
  });

  it("is equal, and says so, where one alone was measured", () => {
    const { parts, reasons } = chooseSplit(["snapchat", "meta"], { platforms: [aPlatform({})] });
    expect(parts.map(({ share }) => share)).toEqual([5_000, 5_000]);
    expect(reasons).toEqual([{ kind: "split_default", unmeasured: ["meta"], days: 90 }]);
  });

  it("always adds up, and leaves no platform without at least half of an equal share", () => {
    const facts = fc.record({
      platform: fc.constantFrom(...platforms),
      spendHalalas: fc.integer({ min: 0, max: 10_000_000 }),
      clicks: fc.nat(),
      orders: fc.nat(500),
      salesHalalas: fc.nat(100_000_000),
      weeks: fc.constant([]),
    });
    fc.assert(
      fc.property(
        fc.subarray([...platforms], { minLength: 1 }),
        fc.uniqueArray(facts, { selector: ({ platform }) => platform }),
        (chosen, known) => {
          const shares = chooseSplit(chosen, { platforms: known }).parts.map(({ share }) => share);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(10_000);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(
            Math.floor(5_000 / chosen.length) - chosen.length,
          );
        },
      ),
    );
  });
});

describe("what to expect", () => {
  const plan = { parts: [{ platform: "snapchat" as const, share: 10_000 }], dailyHalalas: 50_000, days: 7 };
  const facts = (...own: PlatformFacts[]): Pick<PlanFacts, "platforms"> => ({ platforms: own });

  it("is a range around the merchant's own average, with what it is based on", () => {
    const expected = computeExpected(plan, facts(aPlatform({ weeks: weeks(5, 15, 8, 12) })));
    expect(expected).toMatchObject({
      days: 7,
      spend_halalas: 350_000,
      clicks: { low: 1_750, middle: 1_750, high: 1_750 },
      orders: { low: 21, middle: 35, high: 49 },
      roas: { middle: 3 },
      basis: { weeks: 4, orders: 40, spend_halalas: 400_000 },
      left_out: [],
    });
  });

  it("is not said with three weeks, nor with nine orders", () => {
    expect(computeExpected(plan, facts(aPlatform({ weeks: weeks(5, 15, 8) })))).toBeNull();
    expect(computeExpected(plan, facts(aPlatform({ weeks: weeks(1, 2, 3, 3), orders: 9 })))).toBeNull();
    expect(computeExpected(plan, facts())).toBeNull();
  });

  it("names the platforms that it leaves out, with their part of the spend", () => {
    const parts = [
      { platform: "snapchat" as const, share: 4_000 },
      { platform: "meta" as const, share: 6_000 },
    ];
    const known = facts(aPlatform({ weeks: weeks(5, 15, 8, 12) }));
    expect(computeExpected({ ...plan, parts }, known)).toMatchObject({
      spend_halalas: 140_000,
      left_out: ["meta"],
    });
  });

  it("never has its average outside its range", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 4, maxLength: 13 }), (orders) => {
        const own = weeks(...orders);
        const sum = orders.reduce((all, one) => all + one, 0);
        const one = aPlatform({
          weeks: own,
          orders: sum,
          salesHalalas: sum * 30_000,
          spendHalalas: own.length * 100_000,
          clicks: own.length * 500,
        });
        const expected = computeExpected(plan, facts(one));
        if (sum < 10) expect(expected).toBeNull();
        else {
          const { low, middle, high } = expected?.orders ?? { low: 1, middle: 0, high: 0 };
          expect(low <= middle && middle <= high).toBe(true);
        }
      }),
    );
  });
});
