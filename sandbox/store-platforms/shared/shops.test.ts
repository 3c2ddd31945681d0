import { afterEach, beforeEach, expect, test } from "vitest";
import { startEconomy } from "../../economy/economy.ts";
import { computeTotals, type OrderFact, type Truth } from "../../economy/truth.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeShopify } from "../shopify/shopify.ts";
import { makeWooCommerce } from "../woocommerce/woocommerce.ts";

let sandbox: TestSandbox;
let truth: Truth;
beforeEach(async () => {
  sandbox = await openTestSandbox([makeShopify, makeWooCommerce]);
  truth = startEconomy(sandbox.world, sandbox.vendors);
});
afterEach(() => sandbox.close());

test.each(["shopify", "woocommerce"])(
  "a connected shop of %s sells every day, and its orders come to their ends",
  async (vendor) => {
    const { store_id } = await sandbox.control<{ store_id: number }>("tokens", { vendor });
    await sandbox.control("clock", { step: "P6D" });
    const placed = truth.list({ kind: "order" }) as OrderFact[];
    expect(placed.length).toBeGreaterThan(10);
    expect(new Set(placed.map((order) => `${order.vendor} ${order.store_id}`))).toEqual(
      new Set([`${vendor} ${store_id}`]),
    );
    const { deliveries, cancellations } = computeTotals(truth.list({}));
    expect(deliveries.count).toBeGreaterThan(0);
    expect(deliveries.count + cancellations.count).toBeLessThanOrEqual(placed.length);
    const stores = await sandbox.control<{ store_id: number; orders: number }[]>(`${vendor}/stores`);
    expect(stores.find((store) => store.store_id === store_id)?.orders).toBe(placed.length);
  },
);
