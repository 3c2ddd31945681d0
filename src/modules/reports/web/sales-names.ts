import type { CountedOrders } from "#modules/merchants/contract/enums.ts";

/** The keys of the names of sales, orders and return, in the texts of the reports. */
export const salesNames = {
  placed: { sales: "sales", salesShort: "sales_short", orders: "orders", roas: "roas_placed" },
  delivered: {
    sales: "sales_delivered",
    salesShort: "sales_delivered",
    orders: "orders_delivered",
    roas: "roas_delivered",
  },
} as const satisfies Record<CountedOrders, object>;
