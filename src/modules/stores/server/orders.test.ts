import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { orderStatuses } from "../contract/enums.ts";
import { anOrder, fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import { findChanged } from "./orders.store.ts";
import { recordOrder } from "./record-order.ts";
import { makeStoresFacade } from "./stores.facade.ts";

let db: TestDb;
let harness: StoresHarness;
let world: ReturnType<typeof fakePlatform>["world"];

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  const fake = fakePlatform();
  world = fake.world;
  harness = await openStoresHarness(db, fake.platform);
  await connect();
});
afterEach(() => harness.close());
afterAll(() => db.close());

async function connect() {
  const call = await harness.server.call("POST Clients/Stores/connect", {
    as: "mer_1",
    body: { platform: "salla" },
  });
  const state =
    new URL((call.data as { authorization_url: string }).authorization_url).searchParams.get("state") ?? "";
  await harness.server.app.inject({
    method: "GET",
    url: "/oauth/salla/callback",
    query: { code: "good-code", state },
    headers: { authorization: "Bearer test-session-of-mer_1" },
  });
  await harness.settle();
}

const webhook = (body: object, signature = "good") =>
  harness.server.app.inject({
    method: "POST",
    url: "/webhooks/salla",
    headers: { "content-type": "application/json", "x-signature": signature },
    payload: JSON.stringify(body),
  });
const orders = () =>
  db.many<{ external_id: string; status: string; total_halalas: number }>(
    sql`select external_id, status, total_halalas from stores.orders order by external_id`,
  );
const recorded = () => harness.events.filter((event) => event.name === "store.order_recorded");

describe("a webhook", () => {
  it("delivered five times is one order, published once", async () => {
    world.orders.set("1001", anOrder());
    for (let copy = 0; copy < 5; copy += 1) {
      expect((await webhook({ topic: "order.created", order: "1001" })).statusCode).toBe(200);
    }
    await harness.settle();
    expect(await orders()).toEqual([{ external_id: "1001", status: "placed", total_halalas: 11_500 }]);
    expect(recorded()).toHaveLength(1);
    expect(await db.many(sql`select 1 from stores.webhook_deliveries`)).toHaveLength(1);
  });

  it("without a valid signature changes nothing", async () => {
    world.orders.set("1001", anOrder());
    expect((await webhook({ topic: "order.created", order: "1001" }, "forged")).statusCode).toBe(401);
    await harness.settle();
    expect(await orders()).toEqual([]);
  });

  it("that says the app was uninstalled is checked, not trusted", async () => {
    await webhook({ topic: "app.uninstalled" });
    await harness.settle();
    const status = async () =>
      (await db.one<{ status: string }>(sql`select status from stores.stores`)).status;
    expect(await status()).toBe("connected");
    world.shutOut = true;
    await webhook({ topic: "app.uninstalled", again: true });
    await harness.settle();
    expect(await status()).toBe("lost");
  });

  it("about an order that no longer exists cancels it", async () => {
    world.orders.set("1001", anOrder());
    await webhook({ topic: "order.created", order: "1001" });
    await harness.settle();
    world.orders.delete("1001");
    await webhook({ topic: "order.deleted", order: "1001" });
    await harness.settle();
    expect((await orders())[0]?.status).toBe("cancelled");
  });

  it("in any order, doubled or lost before the last, ends in the platform's own state", async () => {
    const histories = fc.array(
      fc.record({
        order: fc.constantFrom("1", "2"),
        status: fc.constantFrom(...orderStatuses),
        total: fc.integer({ min: 100, max: 99_999 }),
        copies: fc.integer({ min: 0, max: 3 }),
        settles: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        run += 1;
        world.orders.clear();
        for (const [index, step] of steps.entries()) {
          const id = `${run}-${step.order}`;
          const total = halalas(step.total);
          world.orders.set(id, anOrder({ externalId: id, status: step.status, total, listedTotal: total }));
          for (let copy = 0; copy < step.copies; copy += 1)
            await webhook({ topic: `step ${index}`, order: id });
          if (step.settles) await harness.settle();
        }
        for (const id of [...world.orders.keys()].reverse()) await webhook({ topic: "last", order: id });
        await harness.settle();
        const stored = (await orders()).filter((row) => row.external_id.startsWith(`${run}-`));
        expect(stored).toEqual(
          [...world.orders.values()]
            .map(({ externalId, status, total }) => ({
              external_id: externalId,
              status,
              total_halalas: total,
            }))
            .sort((one, other) => one.external_id.localeCompare(other.external_id)),
        );
      }),
      { numRuns: 8 },
    );
  });
});

describe("the safety net", () => {
  it("finds what no webhook reported: a new order, a change, and a change of an old open order", async () => {
    const old = new Date(Date.now() - 20 * 86_400_000);
    world.orders.set("old", anOrder({ externalId: "old", placedAt: old }));
    await webhook({ topic: "order.created", order: "old" });
    await harness.settle();
    world.orders.set("old", anOrder({ externalId: "old", placedAt: old, status: "delivered" }));
    world.orders.set("new", anOrder({ externalId: "new" }));
    await db.run(sql`update stores.stores set open_orders_read_at = now() - interval '20 minutes'`);
    await harness.syncAll();
    await harness.settle();
    expect((await orders()).map((row) => [row.external_id, row.status])).toEqual([
      ["new", "placed"],
      ["old", "delivered"],
    ]);
  });

  it("publishes nothing when nothing changed", async () => {
    world.orders.set("1001", anOrder());
    await harness.syncAll();
    await harness.settle();
    await harness.syncAll();
    await harness.settle();
    expect(recorded()).toHaveLength(1);
  });
});

describe("facts of an order", () => {
  it("are read by its own merchant alone, and only once it is paid", async () => {
    const facade = makeStoresFacade();
    const { id: storeId } = await db.one<{ id: string }>(sql`select id from stores.stores`);
    const ctx = testContext(db);
    const snapshot = { order: anOrder({ status: "unpaid", clickId: "c".repeat(22) }), readAt: new Date() };
    await transact(ctx, (ctx) => recordOrder(ctx, storeId, snapshot));
    const { id } = await db.one<{ id: string }>(sql`select id from stores.orders`);
    expect(await facade.findOrderFacts(ctx, id)).toBeNull();
    const paid = {
      order: { ...snapshot.order, status: "placed" as const },
      readAt: new Date(Date.now() + 1_000),
    };
    await transact(ctx, (ctx) => recordOrder(ctx, storeId, paid));
    expect(await facade.findOrderFacts(ctx, id)).toMatchObject({
      status: "placed",
      click_id: "c".repeat(22),
    });
    expect(await facade.findOrderFacts(testContext(db, "mer_2"), id)).toBeNull();
  });

  it("name its city, its main product and whether it was sent; one that was read before is read again", async () => {
    const facade = makeStoresFacade();
    const ctx = testContext(db);
    const line = (productId: string, amount: number) => ({
      productId,
      quantity: 1,
      amount: halalas(amount),
      returned: null,
    });
    const order = anOrder({ cityKey: "jeddah", isSent: true, lines: [line("7", 500), line("9", 900)] });
    world.orders.set("1001", order);
    await webhook({ topic: "order.created", order: "1001" });
    await harness.settle();
    const { id, store_id } = await db.one<{ id: string; store_id: string }>(
      sql`select id, store_id from stores.orders`,
    );
    const facts = { reference: "4001", city_key: "jeddah", is_sent: true, main_product_id: "9" };
    expect(await facade.findOrderFacts(ctx, id)).toMatchObject(facts);
    const isListedAsChanged = async () => (await findChanged(ctx, store_id, [order])).length === 1;
    expect(await isListedAsChanged()).toBe(false);
    await db.run(sql`update stores.orders set city_key = null`);
    expect(await isListedAsChanged()).toBe(true);
    await transact(ctx, (ctx) =>
      recordOrder(ctx, store_id, {
        order: { ...order, cityKey: null },
        readAt: new Date(Date.now() + 1_000),
      }),
    );
    expect(await facade.findOrderFacts(ctx, id)).toMatchObject({ city_key: null });
    expect(await isListedAsChanged()).toBe(false);
  });
});
