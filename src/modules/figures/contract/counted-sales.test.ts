import { expect, it } from "vitest";
import { readSales } from "./counted-sales.ts";

const sums = {
  sales_placed_halalas: 90_000,
  orders_placed: 9,
  roas_placed: 3,
  sales_delivered_halalas: 30_000,
  orders_delivered: 3,
  roas_delivered: 1,
};

it("counts every order, or those that were delivered", () => {
  expect(readSales(sums, "placed")).toEqual({ halalas: 90_000, orders: 9, roas: 3 });
  expect(readSales(sums, "delivered")).toEqual({ halalas: 30_000, orders: 3, roas: 1 });
});

it("has no delivered return before the first delivery", () => {
  const none = { ...sums, orders_delivered: 0, sales_delivered_halalas: 0, roas_delivered: 0 };
  expect(readSales(none, "delivered").roas).toBeNull();
});
