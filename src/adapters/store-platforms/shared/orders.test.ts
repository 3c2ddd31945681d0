import { describe, expect, it } from "vitest";
import { readOrderRow as readShopifyRow } from "../shopify/orders.ts";
import { readOrder as readWooOrder } from "../woocommerce/orders.ts";
import { toOrderLines } from "./orders.ts";

describe("lines of an order", () => {
  it("hold each product once, in all its variants, and nothing without a product", () => {
    expect(
      toOrderLines([
        { productId: 7, quantity: 2, amount: 200_00, returned: 1 },
        { productId: "7", quantity: "1", amount: 90_00, returned: 1 },
        { productId: 8, quantity: 1, amount: 50_00, returned: null },
        { productId: 8, quantity: 1, amount: 50_00, returned: 1 },
        { productId: null, quantity: 1, amount: 10_00, returned: 0 },
        { productId: 0, quantity: 1, amount: 10_00, returned: 0 },
      ]),
    ).toEqual([
      { productId: "7", quantity: 3, amount: 290_00, returned: 2 },
      { productId: "8", quantity: 2, amount: 100_00, returned: null },
    ]);
  });

  it("of a Shopify order with more of them than its list has are read with the order alone", () => {
    const row = (hasNextPage: boolean) => ({
      legacyResourceId: "1",
      createdAt: "2026-11-21T09:30:00Z",
      displayFinancialStatus: "PAID",
      totalPriceSet: { shopMoney: { amount: "10.0" } },
      lineItems: { nodes: [], pageInfo: { hasNextPage, endCursor: "x" } },
    });
    expect(readShopifyRow(row(true)).order).toBeNull();
    expect(readShopifyRow(row(false)).order?.lines).toEqual([]);
  });

  it("of a WooCommerce order count its refunds' units once for all variants of a product", () => {
    const item = { product_id: 7, quantity: 2, subtotal: "100.00", subtotal_tax: "15.00" };
    const order = {
      id: 1,
      status: "completed",
      date_created_gmt: "2026-11-21T09:30:00",
      total: "230.00",
      line_items: [item, item],
      refunds: [
        { id: 2, total: "-57.50" },
        { id: 3, total: "-5.00" },
      ],
    };
    const returned = { line_items: [{ product_id: 7, quantity: -1 }] };
    expect(readWooOrder(order, [returned, returned]).lines).toEqual([
      { productId: "7", quantity: 4, amount: 230_00, returned: 2 },
    ]);
    // One of the refunds is of an amount alone.
    expect(readWooOrder(order, [returned, { line_items: [] }]).lines?.[0]?.returned).toBeNull();
  });
});
