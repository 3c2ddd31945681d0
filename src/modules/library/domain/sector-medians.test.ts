import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { sectorRules } from "../contract/library-enums.ts";
import { computeMedian, computeSectorMedians, findPublishedMonth, isCounted } from "./sector-medians.ts";

const stores = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    merchant_id: `mer_${from + at}`,
    roas_delivered: 2 + at * 0.11,
    cost_per_delivered_halalas: 3_000 + at * 137,
  }));
const ids = (shared: { merchant_id: string }[]) => shared.map(({ merchant_id }) => merchant_id);

describe("a sector's medians", () => {
  it("are of 20 stores at least: 19 show nothing", () => {
    expect(computeSectorMedians(stores(19), [])).toBeNull();
    expect(computeSectorMedians(stores(20), [])).toEqual({
      stores_at_least: 20,
      roas_delivered: 3,
      cost_per_delivered_halalas: 4_300,
    });
  });

  it("are rounded, and name only a round number of stores", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 700 }), (count) => {
        const medians = computeSectorMedians(stores(count), []);
        expect([20, 50, 100, 200, 500]).toContain(medians?.stores_at_least);
        expect(medians?.stores_at_least).toBeLessThanOrEqual(count);
        expect(Number.isInteger(Math.round((medians?.roas_delivered ?? 0) * 10 * 1e6) / 1e6)).toBe(true);
        expect((medians?.cost_per_delivered_halalas ?? 1) % 100).toBe(0);
      }),
    );
  });

  it("do not follow when up to four stores join or leave, so that no difference is one store's", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), (leaving, joining) => {
        const before = stores(30);
        const after = [...before.slice(leaving), ...stores(joining, 1_000)];
        const changed = leaving + joining;
        const isPublished = computeSectorMedians(after, ids(before)) !== null;
        expect(isPublished).toBe(changed === 0 || changed >= sectorRules.leastChangedStores);
      }),
    );
  });

  it("are middle values: of an even number of stores the mean of two", () => {
    expect(computeMedian([5])).toBe(5);
    expect(computeMedian([9, 1, 4])).toBe(4);
    expect(computeMedian([9, 1, 4, 2])).toBe(3);
  });
});

describe("a month", () => {
  it("is published from the fifteenth of the next one on", () => {
    const find = (day: string) => findPublishedMonth(day as RiyadhDay);
    expect(find("2026-12-15")).toEqual({ from: "2026-11-01", to: "2026-11-30" });
    expect(find("2026-12-14")).toEqual({ from: "2026-10-01", to: "2026-10-31" });
    expect(find("2027-01-03")).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  });

  it("counts a store that sold enough in it", () => {
    const enough = {
      spend_halalas: sectorRules.leastSpendHalalas,
      orders_delivered: sectorRules.leastOrdersDelivered,
    };
    expect(isCounted(enough)).toBe(true);
    expect(isCounted({ ...enough, spend_halalas: enough.spend_halalas - 1 })).toBe(false);
    expect(isCounted({ ...enough, orders_delivered: enough.orders_delivered - 1 })).toBe(false);
  });
});
