import { type Halalas, halalas, shareOf } from "#base/shared/money.ts";
import { computeVatInside } from "./vat.ts";

/** A coupon's effect: a share of the price or an amount. */
export type Discount = { percent_basis_points: number | null; amount_halalas: number | null };
export type PricedLine = { gross_halalas: number };
export type LineTotal = { discount_halalas: Halalas; total_halalas: Halalas; vat_halalas: Halalas };
export type OrderTotal = {
  lines: LineTotal[];
  subtotal_halalas: Halalas;
  discount_halalas: Halalas;
  /** What is paid, VAT included. */
  total_halalas: Halalas;
  net_halalas: Halalas;
  vat_halalas: Halalas;
};

const add = (amounts: readonly number[]) => halalas(amounts.reduce((sum, amount) => sum + amount, 0));

/**
 * An order's sums. The discount is spread over the lines in proportion to their prices and the VAT, computed once from
 * the total, in proportion to what is left of them, so that the lines always add up to the order.
 */
export function computeOrderTotal(lines: readonly PricedLine[], discount: Discount | null): OrderTotal {
  const prices = lines.map(({ gross_halalas }) => gross_halalas);
  const subtotal = add(prices);
  const taken = discount ? computeDiscount(subtotal, discount) : halalas(0);
  const discounts = spread(taken, prices);
  const totals = prices.map((price, index) => halalas(price - (discounts[index] ?? 0)));
  const total = halalas(subtotal - taken);
  const vat = computeVatInside(total);
  const vats = spread(vat, totals);
  return {
    lines: totals.map((lineTotal, index) => ({
      discount_halalas: discounts[index] ?? halalas(0),
      total_halalas: lineTotal,
      vat_halalas: vats[index] ?? halalas(0),
    })),
    subtotal_halalas: subtotal,
    discount_halalas: taken,
    total_halalas: total,
    net_halalas: halalas(total - vat),
    vat_halalas: vat,
  };
}

/** Never more than the price. */
function computeDiscount(subtotal: Halalas, { percent_basis_points, amount_halalas }: Discount): Halalas {
  const wanted =
    percent_basis_points === null ? (amount_halalas ?? 0) : shareOf(subtotal, percent_basis_points);
  return halalas(Math.min(subtotal, wanted));
}

/** Splits an amount in proportion to the weights, whose sum is not below it: the parts sum to it, none above its weight. */
export function spread(amount: number, weights: readonly number[]): Halalas[] {
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let left = amount;
  return weights.map((weight) => {
    // Each part is the share of what is left, so the last takes the rest and rounding is never lost.
    const part = weightLeft === 0 ? 0 : Number((BigInt(left) * BigInt(weight)) / BigInt(weightLeft));
    weightLeft -= weight;
    left -= part;
    return halalas(part);
  });
}
