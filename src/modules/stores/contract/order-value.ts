import type { OrderStatus } from "./enums.ts";

/** What one order is worth to whoever sums orders up. Amounts are halalas. */
export type OrderValue = {
  orders_placed: number;
  sales_placed_halalas: number;
  orders_delivered: number;
  sales_delivered_halalas: number;
};

export const noValue: OrderValue = {
  orders_placed: 0,
  sales_placed_halalas: 0,
  orders_delivered: 0,
  sales_delivered_halalas: 0,
};

type ValuedOrder = {
  status: Exclude<OrderStatus, "unpaid">;
  total_halalas: number;
  refunded_halalas: number;
};

/**
 * Placed counts what shoppers ordered, also what they later refused on delivery; a cancelled order was never a sale.
 * Delivered counts what reached them, less refunds.
 */
export function toOrderValue({ status, total_halalas, refunded_halalas }: ValuedOrder): OrderValue {
  if (status === "cancelled") return noValue;
  const placed = { ...noValue, orders_placed: 1, sales_placed_halalas: total_halalas };
  if (status !== "delivered" && status !== "refunded") return placed;
  const net = Math.max(0, total_halalas - refunded_halalas);
  const isKept = status === "delivered" || net > 0;
  return { ...placed, orders_delivered: isKept ? 1 : 0, sales_delivered_halalas: net };
}
