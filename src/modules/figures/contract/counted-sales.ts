import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { getDeliveredReturn } from "./delivered-return.ts";
import type { Metric, Totals } from "./metrics.ts";

/** What placed and delivered orders brought: an answer with these can be shown by either. */
export const salesMetrics = [
  "orders_placed",
  "sales_placed_halalas",
  "roas_placed",
  "orders_delivered",
  "sales_delivered_halalas",
  "roas_delivered",
] as const satisfies readonly Metric[];

export type SalesFigures = Pick<Totals, (typeof salesMetrics)[number]>;

/** Sales (halalas), orders and return of the orders that count. */
export const readSales = (sums: SalesFigures, counted: CountedOrders) =>
  counted === "placed"
    ? { halalas: sums.sales_placed_halalas, orders: sums.orders_placed, roas: sums.roas_placed }
    : {
        halalas: sums.sales_delivered_halalas,
        orders: sums.orders_delivered,
        roas: getDeliveredReturn(sums),
      };
