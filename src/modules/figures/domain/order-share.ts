import type { Halalas } from "#base/shared/money.ts";
import { toOrderValue } from "#modules/stores/contract/order-value.ts";
import type { SumFrom } from "../contract/metrics.ts";

/** The status of an order, in our own vocabulary. */
export type OrderStatus = "placed" | "delivered" | "refused" | "cancelled" | "refunded";

export type OrderFacts = {
  status: OrderStatus;
  total: Halalas;
  refunded: Halalas;
  /** False for an order that only a page reported: it is a separate figure. */
  counts: boolean;
};

/** What one order adds to its campaign's day. */
export type OrderShare = Record<SumFrom<"orders">, number>;

export const noShare: OrderShare = {
  orders_placed: 0,
  sales_placed_halalas: 0,
  orders_delivered: 0,
  sales_delivered_halalas: 0,
  orders_unconfirmed: 0,
  sales_unconfirmed_halalas: 0,
};

/** An order that only a page reported is a separate figure; the others count as `toOrderValue` says. */
export function shareOfOrder({ status, total, refunded, counts }: OrderFacts): OrderShare {
  if (status === "cancelled") return noShare;
  if (!counts) return { ...noShare, orders_unconfirmed: 1, sales_unconfirmed_halalas: total };
  return { ...noShare, ...toOrderValue({ status, total_halalas: total, refunded_halalas: refunded }) };
}
