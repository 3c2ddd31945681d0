import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeOrderTotal, spread } from "./order-total.ts";

const price = fc.nat({ max: 10_000_000 });
const prices = fc.array(price, { minLength: 1, maxLength: 8 });
const discount = fc.oneof(
  fc.constant(null),
  fc.nat({ max: 10_000 }).map((percent_basis_points) => ({ percent_basis_points, amount_halalas: null })),
  price.map((amount_halalas) => ({ percent_basis_points: null, amount_halalas })),
);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe("an order's total", () => {
  it("takes a share or an amount off, never more than the price", () => {
    const lines = [{ gross_halalas: 19_900 }, { gross_halalas: 9_900 }];
    expect(computeOrderTotal(lines, null)).toMatchObject({ discount_halalas: 0, total_halalas: 29_800 });
    expect(computeOrderTotal(lines, { percent_basis_points: 1_000, amount_halalas: null })).toMatchObject({
      discount_halalas: 2_980,
      total_halalas: 26_820,
      vat_halalas: 3_498,
      net_halalas: 23_322,
    });
    expect(computeOrderTotal(lines, { percent_basis_points: null, amount_halalas: 40_000 })).toMatchObject({
      discount_halalas: 29_800,
      total_halalas: 0,
      vat_halalas: 0,
    });
  });

  it("is the sum of its lines: prices, discounts, totals and VAT", () => {
    fc.assert(
      fc.property(prices, discount, (all, off) => {
        const order = computeOrderTotal(
          all.map((gross_halalas) => ({ gross_halalas })),
          off,
        );
        expect(order.subtotal_halalas).toBe(sum(all));
        expect(order.total_halalas).toBe(order.subtotal_halalas - order.discount_halalas);
        expect(order.net_halalas + order.vat_halalas).toBe(order.total_halalas);
        expect(sum(order.lines.map((line) => line.discount_halalas))).toBe(order.discount_halalas);
        expect(sum(order.lines.map((line) => line.total_halalas))).toBe(order.total_halalas);
        expect(sum(order.lines.map((line) => line.vat_halalas))).toBe(order.vat_halalas);
        for (const line of order.lines) {
          expect(line.total_halalas).toBeGreaterThanOrEqual(0);
          expect(line.vat_halalas).toBeGreaterThanOrEqual(0);
          expect(line.vat_halalas).toBeLessThanOrEqual(line.total_halalas);
        }
      }),
    );
  });

  it("is spread so that no part is above its weight", () => {
    fc.assert(
      fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
        const amount = Math.floor(sum(weights) * share);
        const parts = spread(amount, weights);
        expect(sum(parts)).toBe(amount);
        for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(weights[index] ?? 0);
      }),
    );
  });
});
