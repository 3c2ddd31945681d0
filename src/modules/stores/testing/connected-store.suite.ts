import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { freePort } from "#base/testing/free-port.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { StorePlatform } from "../server/store-platform.port.ts";
import { buyAt, submitConsent } from "./platform-pages.ts";
import { openStoresHarness, type StoresHarness } from "./stores-harness.ts";

export type ConnectedStoreSetup = {
  vendor: string;
  make(sandbox: TestSandbox): StorePlatform;
  /** What the merchant types before the consent page, where the platform needs it. */
  address?(sandbox: TestSandbox): Promise<string>;
  /** The platform's id of an order that the thank-you page named. */
  toOrderId?(orderNumber: string): string;
  /** Whether its tokens expire and are renewed. */
  renews: boolean;
};

/**
 * The stores module with a store connected as a merchant does it: whatever webhooks do, it ends in the platform's
 * state.
 */
export function describeConnectedStore(name: string, setup: ConnectedStoreSetup) {
  const { vendor, toOrderId = (orderNumber) => orderNumber } = setup;
  let db: TestDb;
  let sandbox: TestSandbox;
  let harness: StoresHarness;
  let address: string | undefined;
  let store: { id: string; link: string; external_id: string };

  beforeAll(async () => {
    [db, sandbox] = await Promise.all([testDb(), startSandbox({ env: { SANDBOX_RATE_LIMITS: "off" } })]);
  });
  afterAll(() => Promise.all([db.close(), sandbox.stop()]));

  beforeEach(async () => {
    await db.reset();
    const port = await freePort();
    harness = await openStoresHarness(db, setup.make(sandbox), `http://localhost:${port}`);
    await harness.server.app.listen({ port, host: "localhost" });
    address = await setup.address?.(sandbox);
    await connect();
    store = await db.one(sql`select id, link, external_id from stores.stores`);
  });
  afterEach(async () => {
    await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
    await uninstall();
    await harness.close();
  });

  const uninstall = () =>
    sandbox.control(`${vendor}/stores`, { store_id: store.external_id, uninstall: true });

  /** Through the consent page as a browser does it, with its cookie. */
  async function connect() {
    const body = { platform: vendor, ...(address === undefined ? {} : { address }) };
    const started = await harness.server.call("POST Clients/Stores/connect", { as: "mer_1", body });
    const callbackUrl = await submitConsent(
      (started.data as { authorization_url: string }).authorization_url,
    );
    const cookie = String(started.headers["set-cookie"]).split(";")[0] ?? "";
    const back = await fetch(callbackUrl, { headers: { cookie }, redirect: "manual" });
    expect(back.headers.get("location")).toContain("store_result=connected");
    await harness.settle();
  }

  const buy = async (query = "") => toOrderId(await buyAt(store.link, { query, pay: "cod" }));
  const deliver = (order: string) =>
    sandbox.control(`${vendor}/orders`, { order_id: order, end: "delivered" });

  type Placed = { order_id: string; items: { product_id: string; quantity: number; halalas: number }[] };
  /** What was bought in orders that were not cancelled; those that wait for a transfer are paid first. */
  const loadTruth = async (): Promise<Placed[]> => {
    const load = async (kind: string) => {
      const query = new URLSearchParams({ vendor, kind });
      return (await sandbox.control<{ items: (Placed & { payment_method: string })[] }>(`truth?${query}`))
        .items;
    };
    const cancelled = new Set((await load("cancellation")).map(({ order_id }) => order_id));
    const placed = (await load("order")).filter(({ order_id }) => !cancelled.has(order_id));
    for (const { order_id, payment_method } of placed)
      if (payment_method === "bank") await sandbox.control(`${vendor}/orders`, { order_id, end: "paid" });
    return placed;
  };
  const computeSold = (facts: Placed[]) => {
    const sold: Record<string, { units: number; sales: number }> = {};
    for (const { product_id, quantity, halalas } of facts.flatMap(({ items }) => items)) {
      const known = sold[product_id] ?? { units: 0, sales: 0 };
      sold[product_id] = { units: known.units + quantity, sales: known.sales + halalas };
    }
    return sold;
  };
  /** By the simulator's own product ids, which the products' addresses end with. */
  const loadSold = async () => {
    const rows = await db.many<{ product: string; units: number; sales: number }>(sql`
      select split_part(url, '/p/', 2) as product, sum(units_sold)::int as units, sum(sales_halalas)::int as sales
      from stores.product_days join stores.products on external_id = external_product_id group by 1`);
    return Object.fromEntries(rows.map(({ product, ...sums }) => [product, sums]));
  };

  const loadStatus = async (externalId: string) => {
    await harness.settle();
    const order = await db.maybeOne<{ status: string }>(
      sql`select status from stores.orders where external_id = ${externalId}`,
    );
    return order?.status;
  };
  const untilStatus = (externalId: string, status: string) =>
    vi.waitFor(async () => expect(await loadStatus(externalId)).toBe(status), {
      timeout: 15_000,
      interval: 100,
    });

  describe(`a connected store of ${name}`, () => {
    it("is synced completely, with all its products", async () => {
      const answer = await harness.server.call("GET Clients/Stores/products", {
        as: "mer_1",
        query: { size: "50" },
      });
      const { items } = answer.data as { items: { url: string }[] };
      expect(items.length).toBeGreaterThan(3);
      expect(items.every(({ url }) => url.startsWith(store.link))).toBe(true);
    });

    it("publishes an order by webhook, with the click that brought it, and its delivery", async () => {
      const clickId = "AbCdEfGhIjKlMnOpQrStUv";
      const order = await buy(`utm_source=snapchat&utm_term=${clickId}`);
      await untilStatus(order, "placed");
      const stored = await db.one<{ click_id: string }>(
        sql`select click_id from stores.orders where external_id = ${order}`,
      );
      expect(stored.click_id).toBe(clickId);
      await deliver(order);
      await untilStatus(order, "delivered");
    });

    it("ends in the right state when its webhooks come twice, late and in the wrong order", async () => {
      for (const kind of ["duplicate_webhook", "out_of_order_webhook"]) {
        await sandbox.control("faults", { vendor, kind, times: 3 });
      }
      const order = await buy();
      await deliver(order);
      await untilStatus(order, "delivered");
      const recorded = harness.events.filter((event) => event.name === "store.order_recorded");
      expect(recorded.length).toBeLessThanOrEqual(2);
    });

    it("is synced by the safety net when its webhooks are lost", async () => {
      await sandbox.control("faults", { vendor, kind: "late_webhook", times: 20, seconds: 3_600 });
      const order = await buy();
      expect(await loadStatus(order)).toBeUndefined();
      await harness.syncAll();
      await untilStatus(order, "placed");
    });

    it("adds up what its products sold as the simulator's own truth does, once however often it is read", async () => {
      await sandbox.control(`${vendor}/stores`, { store_id: store.external_id, everyday_orders: 40 });
      await sandbox.control("clock", { step: 12 * 3_600 });
      await sandbox.control(`${vendor}/stores`, { store_id: store.external_id, everyday_orders: 0 });
      const facts = await loadTruth();
      expect(facts.length).toBeGreaterThan(5);
      expect(facts.some(({ items }) => items.some(({ quantity }) => quantity > 1))).toBe(true);
      const untilRead = () =>
        vi.waitFor(async () => expect(await loadSold()).toEqual(computeSold(facts)), {
          timeout: 20_000,
          interval: 200,
        });
      await harness.syncAll();
      await harness.settle();
      await untilRead();
      await harness.syncAll();
      await harness.settle();
      expect(await loadSold()).toEqual(computeSold(facts));
    });

    if (setup.renews)
      it("continues after its tokens expire, with one renewal", async () => {
        await sandbox.control("faults", { vendor, kind: "expire_tokens" });
        const order = await buy();
        await untilStatus(order, "placed");
        const { status } = await db.one<{ status: string }>(sql`select status from stores.stores`);
        expect(status).toBe("connected");
      });

    it("whose app was uninstalled is lost, and comes back with its history", async () => {
      const order = await buy();
      await untilStatus(order, "placed");
      await uninstall();
      await harness.syncAll();
      await harness.settle();
      expect(await db.one(sql`select status from stores.stores`)).toEqual({ status: "lost" });
      await connect();
      expect(await db.many(sql`select id, status from stores.stores`)).toEqual([
        { id: store.id, status: "connected" },
      ]);
      expect(await loadStatus(order)).toBe("placed");
    });
  });
}
