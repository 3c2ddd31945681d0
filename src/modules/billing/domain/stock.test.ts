import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeQuotaLeft, countAvailable, splitReserved, takeUnits } from "./stock.ts";

const units = fc.nat({ max: 10_000 });
const quota = fc.option(units, { nil: null });
const lots = fc
  .array(units, { maxLength: 6 })
  .map((all) => all.map((units_left, index) => ({ id: `lot_${index}`, units_left })));
const sum = (parts: readonly { units: number }[]) => parts.reduce((total, part) => total + part.units, 0);

describe("units are taken", () => {
  it("from the plan's quota before bought stock, and from the oldest lot before the next", () => {
    const oldAndNew = [
      { id: "old", units_left: 30 },
      { id: "new", units_left: 100 },
    ];
    expect(takeUnits(20, 50, oldAndNew)).toEqual([{ lot_id: null, units: 20 }]);
    expect(takeUnits(120, 50, oldAndNew)).toEqual([
      { lot_id: null, units: 50 },
      { lot_id: "old", units: 30 },
      { lot_id: "new", units: 40 },
    ]);
    expect(takeUnits(30, 0, oldAndNew)).toEqual([{ lot_id: "old", units: 30 }]);
    expect(takeUnits(31, 0, [{ id: "old", units_left: 30 }])).toBeNull();
    expect(takeUnits(9_999, null, oldAndNew)).toEqual([{ lot_id: null, units: 9_999 }]);
  });

  it("exactly, each from a place that has them, or not at all", () => {
    fc.assert(
      fc.property(units, quota, lots, (wanted, quotaLeft, left) => {
        const parts = takeUnits(wanted, quotaLeft, left);
        const available = countAvailable(quotaLeft, left);
        expect(parts === null).toBe(available !== null && wanted > available);
        if (!parts) return;
        expect(sum(parts)).toBe(wanted);
        for (const part of parts) {
          const limit =
            part.lot_id === null ? quotaLeft : left.find(({ id }) => id === part.lot_id)?.units_left;
          expect(part.units).toBeGreaterThan(0);
          if (limit !== null) expect(part.units).toBeLessThanOrEqual(limit ?? 0);
        }
        // A lot is touched only when all before it are empty.
        const bought = parts.filter(({ lot_id }) => lot_id !== null);
        const order = bought.map(({ lot_id }) => left.findIndex(({ id }) => id === lot_id));
        expect(order).toEqual([...order].sort((one, other) => one - other));
      }),
    );
  });
});

describe("a reservation that is settled", () => {
  it("uses its first parts and gives the newest units back", () => {
    const parts = [
      { lot_id: null, units: 50 },
      { lot_id: "old", units: 30 },
    ];
    expect(splitReserved(parts, 60)).toEqual([
      { lot_id: null, units: 50, used: 50, back: 0 },
      { lot_id: "old", units: 30, used: 10, back: 20 },
    ]);
    expect(() => splitReserved(parts, 81)).toThrow(RangeError);
    expect(() => splitReserved(parts, -1)).toThrow(RangeError);
  });

  it("uses and gives back exactly what was reserved", () => {
    fc.assert(
      fc.property(
        units,
        quota,
        lots,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (wanted, quotaLeft, left, share) => {
          const parts = takeUnits(wanted, quotaLeft, left);
          if (!parts) return;
          const taken = Math.floor(wanted * share);
          const split = splitReserved(parts, taken);
          expect(split.reduce((total, { used }) => total + used, 0)).toBe(taken);
          expect(split.reduce((total, { back }) => total + back, 0)).toBe(wanted - taken);
          expect(split.every(({ used, back }) => used >= 0 && back >= 0)).toBe(true);
        },
      ),
    );
  });
});

describe("a month's quota", () => {
  it("is never below zero, also after a change to a smaller plan", () => {
    expect(computeQuotaLeft(100, { used_units: 30, reserved_units: 20 })).toBe(50);
    expect(computeQuotaLeft(40, { used_units: 30, reserved_units: 20 })).toBe(0);
    expect(computeQuotaLeft(null, { used_units: 30, reserved_units: 20 })).toBeNull();
  });
});
