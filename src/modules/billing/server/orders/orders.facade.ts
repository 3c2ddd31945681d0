import { type ReadContext, transact } from "#base/server/context.ts";
import { listSales, loadSales } from "../sales.ts";
import type { OrdersDeps } from "./orders.deps.ts";
import { listLines, listOrders, type Order, type OrderLine } from "./orders.store.ts";
import { type RefundOrderInput, refundOrder } from "./refund-order.ts";

export type { Order, OrderLine };

/** Orders as the modules above see them. */
export interface OrdersFacade {
  /** The merchant's newest orders with their lines. */
  findOrders(ctx: ReadContext, input: { size: number }): Promise<(Order & { lines: OrderLine[] })[]>;
  /**
   * Gives back all or a part of a delivered order, to the balance or the card that paid it. Refuses
   * `billing.order_not_delivered`, `billing.refund_too_large`. Returns the refund's id.
   */
  refundOrder(ctx: ReadContext, input: RefundOrderInput): Promise<string>;
  /** What was sold for payments, orders and periods alike, all merchants': to compare it with other books. */
  loadSales: typeof loadSales;
  /** The payments that something was sold for, in the order of the sales (business time). */
  listSales: typeof listSales;
}

export function makeOrdersFacade(deps: OrdersDeps): OrdersFacade {
  const refund = refundOrder(deps);
  return {
    async findOrders(ctx, input) {
      const orders = await listOrders(ctx, input);
      return Promise.all(orders.map(async (order) => ({ ...order, lines: await listLines(ctx, order.id) })));
    },
    refundOrder: (ctx, input) => transact(ctx, (ctx) => refund(ctx, input)),
    loadSales,
    listSales,
  };
}
