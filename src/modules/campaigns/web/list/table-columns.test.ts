import { expect, it } from "vitest";
import { figureSorts } from "../../contract/enums.ts";
import { toHead } from "./table-columns.tsx";

it.each([
  ["placed", "orders_placed", "sales_placed_halalas"],
  ["delivered", "orders_delivered", "sales_delivered_halalas"],
] as const)("heads of sales and orders name and sort by %s orders", (counted, orders, sales) => {
  expect(figureSorts[toHead("orders", counted).sort as "orders"]).toBe(orders);
  expect(figureSorts[toHead("sales", counted).sort as "sales"]).toBe(sales);
  expect(toHead("spend", counted)).toEqual({ name: "spend", sort: "spend" });
});
