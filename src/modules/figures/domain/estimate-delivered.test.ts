import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRates } from "../testing/no-rates.ts";
import { computeRate, type DeliveryRates } from "./delivery-rates.ts";
import { type Delivered, estimateDelivered, type OpenCell } from "./estimate-delivered.ts";

const rates: DeliveryRates = {
  cod: { ...noRates, all: { delivered: 750, refused: 250, cancelled: 0 } },
  paid: { ...noRates, all: { delivered: 950, refused: 50, cancelled: 0 } },
  returns: { delivered_halalas: 100_000_000, refunded_halalas: 3_000_000, orders: 1_000 },
};
const nothing: Delivered = { orders: 0, halalas: 0, fresh_halalas: 0, fresh_squares: 0 };
const withExpected = (cell: Omit<OpenCell, "expected_halalas">): OpenCell => ({
  ...cell,
  expected_halalas: Math.round(cell.halalas * computeRate(rates, cell)),
});
const cell = (change: Partial<OpenCell> = {}): OpenCell =>
  withExpected({
    ...{ is_cod: true, is_sent: true, city: "riyadh", product: "p1", source: "snapchat" },
    ...{ orders: 10, halalas: 200_000, squares: 400_000 },
    ...change,
  });

describe("the estimate of what is delivered", () => {
  it("is the truth, without a range, once every order has ended for good", () => {
    const ended = { ...nothing, orders: 4, halalas: 80_000 };
    expect(estimateDelivered(rates, ended, [])).toEqual({
      delivered_orders: 4,
      delivered_halalas: 80_000,
      open_orders: 0,
      open_halalas: 0,
      expected_orders: 0,
      expected_halalas: 0,
      estimate_halalas: 80_000,
      low_halalas: 80_000,
      high_halalas: 80_000,
    });
  });

  it("counts open orders at their rate, cash on delivery lower than paid", () => {
    const cash = estimateDelivered(rates, nothing, [cell()]);
    const paid = estimateDelivered(rates, nothing, [cell({ is_cod: false })]);
    expect(cash.expected_halalas / 200_000).toBeCloseTo(0.75, 2);
    expect(paid.expected_halalas / 200_000).toBeCloseTo(0.95, 2);
    expect(cash).toMatchObject({ open_orders: 10, open_halalas: 200_000, expected_orders: 8 });
  });

  it("has a wider range for one large order than for many small ones of the same sum", () => {
    const width = (squares: number) => {
      const { low_halalas, high_halalas } = estimateDelivered(rates, nothing, [cell({ squares })]);
      return high_halalas - low_halalas;
    };
    expect(width(4_000_000)).toBeGreaterThan(width(400_000) * 1.5);
  });

  it("reaches lower while what was delivered may still come back", () => {
    const settled = { ...nothing, orders: 100, halalas: 2_000_000 };
    const fresh = { ...settled, fresh_halalas: 2_000_000, fresh_squares: 4_000_000 };
    const estimate = estimateDelivered(rates, fresh, []);
    expect(estimate.estimate_halalas).toBe(2_000_000);
    expect(estimate.low_halalas).toBeLessThan(2_000_000);
    expect(estimate.high_halalas).toBe(2_000_000);
  });

  const cells = fc.array(
    fc
      .record({
        is_cod: fc.boolean(),
        is_sent: fc.boolean(),
        city: fc.constantFrom("", "riyadh", "jeddah"),
        product: fc.constantFrom("", "p1"),
        source: fc.constantFrom("", "meta"),
        orders: fc.integer({ min: 1, max: 50 }),
        halalas: fc.nat(10_000_000),
        squares: fc.nat(1_000_000_000),
      })
      .map(withExpected),
    { maxLength: 8 },
  );
  const delivered = fc.nat(10_000_000).map((halalas) => ({
    orders: 3,
    halalas,
    fresh_halalas: Math.floor(halalas / 2),
    fresh_squares: (halalas / 200) ** 2,
  }));

  it("lies within its range, and both between what was delivered and all that is open, to the halala", () => {
    fc.assert(
      fc.property(delivered, cells, (delivered, open) => {
        const estimate = estimateDelivered(rates, delivered, open);
        expect(estimate.estimate_halalas).toBe(delivered.halalas + estimate.expected_halalas);
        expect(estimate.low_halalas).toBeLessThanOrEqual(estimate.estimate_halalas);
        expect(estimate.high_halalas).toBeGreaterThanOrEqual(estimate.estimate_halalas);
        expect(estimate.low_halalas).toBeGreaterThanOrEqual(0);
        expect(estimate.high_halalas).toBeLessThanOrEqual(delivered.halalas + estimate.open_halalas);
        for (const value of Object.values(estimate)) expect(Number.isSafeInteger(value)).toBe(true);
      }),
    );
  });

  it("does not depend on the order of the cells", () => {
    fc.assert(
      fc.property(delivered, cells, (delivered, open) => {
        const one = estimateDelivered(rates, delivered, open);
        const other = estimateDelivered(rates, delivered, open.toReversed());
        expect(one.estimate_halalas).toBe(other.estimate_halalas);
        expect(Math.abs(one.high_halalas - other.high_halalas)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
