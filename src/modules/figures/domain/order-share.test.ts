import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { noShare, shareOfOrder } from "./order-share.ts";

const order = (status: Parameters<typeof shareOfOrder>[0]["status"], refunded = 0, counts = true) =>
  shareOfOrder({ status, counts, total: halalas(11_500), refunded: halalas(refunded) });

describe("what an order adds", () => {
  it("counts as placed at once, and as delivered when it is", () => {
    expect(order("placed")).toMatchObject({
      orders_placed: 1,
      sales_placed_halalas: 11_500,
      orders_delivered: 0,
    });
    expect(order("delivered")).toMatchObject({
      orders_placed: 1,
      orders_delivered: 1,
      sales_delivered_halalas: 11_500,
    });
  });

  it("that is unconfirmed is a separate figure, and a cancelled one counts nowhere", () => {
    expect(order("placed", 0, false)).toEqual({
      ...noShare,
      orders_unconfirmed: 1,
      sales_unconfirmed_halalas: 11_500,
    });
    expect(order("cancelled", 0, false)).toEqual(noShare);
  });

  it("refused on delivery counts as placed and never as delivered; a cancelled one was no sale", () => {
    expect(order("refused")).toMatchObject({
      orders_placed: 1,
      orders_delivered: 0,
      sales_delivered_halalas: 0,
    });
    expect(order("cancelled")).toMatchObject({ orders_placed: 0, sales_placed_halalas: 0 });
  });

  it("partly refunded counts the rest, fully refunded counts nothing", () => {
    expect(order("delivered", 1_500).sales_delivered_halalas).toBe(10_000);
    expect(order("refunded", 11_500)).toMatchObject({ orders_delivered: 0, sales_delivered_halalas: 0 });
  });
});
