import { afterEach, beforeEach, expect, test } from "vitest";
import { startEconomy } from "../../economy/economy.ts";
import { type OrderFact, type Truth, totalsOf } from "../../economy/truth.ts";
import { type Served, serve } from "../../testing/serve.ts";
import { makeShopify } from "../shopify/shopify.ts";
import { makeWooCommerce } from "../woocommerce/woocommerce.ts";

let served: Served;
let truth: Truth;
beforeEach(async () => {
  served = await serve([makeShopify, makeWooCommerce]);
  truth = startEconomy(served.world, served.vendors);
});
afterEach(() => served.close());

test.each(["shopify", "woocommerce"])(
  "a connected shop of %s sells every day, and its orders come to their ends",
  async (vendor) => {
    const { store_id } = await served.control<{ store_id: number }>("tokens", { vendor });
    await served.control("clock", { step: "P6D" });
    const placed = truth.list({ kind: "order" }) as OrderFact[];
    expect(placed.length).toBeGreaterThan(10);
    expect(new Set(placed.map((order) => `${order.vendor} ${order.store_id}`))).toEqual(
      new Set([`${vendor} ${store_id}`]),
    );
    const { deliveries, cancellations } = totalsOf(truth.list({}));
    expect(deliveries.count).toBeGreaterThan(0);
    expect(deliveries.count + cancellations.count).toBeLessThanOrEqual(placed.length);
    const stores = await served.control<{ store_id: number; orders: number }[]>(`${vendor}/stores`);
    expect(stores.find((store) => store.store_id === store_id)?.orders).toBe(placed.length);
  },
);
