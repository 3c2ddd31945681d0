import { getDeliveredReturn } from "#modules/figures/contract/delivered-return.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import type { Totals } from "./reports.queries.ts";

/** Which orders the main figures of a page count, as the person set it. */
export const useCountedOrders = (): CountedOrders => useCurrentUser().data?.counted_orders ?? "placed";

type Sums = Pick<
  Totals,
  | "sales_placed_halalas"
  | "sales_delivered_halalas"
  | "orders_placed"
  | "orders_delivered"
  | "roas_placed"
  | "roas_delivered"
>;

/** Sales (halalas), orders and return of the orders that count. */
export const readSales = (sums: Sums, counted: CountedOrders) =>
  counted === "placed"
    ? { halalas: sums.sales_placed_halalas, orders: sums.orders_placed, roas: sums.roas_placed }
    : {
        halalas: sums.sales_delivered_halalas,
        orders: sums.orders_delivered,
        roas: getDeliveredReturn(sums),
      };

/** The keys of their names, in the texts of the reports. */
export const salesNames = {
  placed: { sales: "sales", orders: "orders", roas: "roas_placed" },
  delivered: { sales: "sales_delivered", orders: "orders_delivered", roas: "roas_delivered" },
} as const satisfies Record<CountedOrders, object>;
