import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { orderSums } from "../../domain/order-days.ts";
import { aMeasuredCampaign, measure } from "../../testing/measured.ts";
import { type OrderInput, reportOrders } from "../../testing/reported-orders.ts";
import { listOrdersPlacedAfter, listReportedOrders } from "./list-orders.ts";
import { loadDeliveryRates } from "./load-delivery-rates.ts";
import { loadDeliveredEstimates } from "./load-estimates.ts";
import { loadClickedBefore, loadPlacedAfter, loadRivalSums } from "./load-order-steps.ts";
import { loadOrderSums } from "./load-order-sums.ts";
import type { OrderDimension, OrdersFilter } from "./orders-filter.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await measure(context());
  await measure(context(), { ...aMeasuredCampaign, campaign_id: "cmp_2", platform: "tiktok" });
});
afterAll(() => db.close());

const day = (name: string) => name as RiyadhDay;
const noon = (name: string) => new Date(`${name}T09:00:00Z`);
const context = (merchantId = "mer_1") => testContext(db, merchantId, noon("2026-11-21"));
const report = (...orders: OrderInput[]) => reportOrders(context(), ...orders);
const filter: OrdersFilter = { from: day("2026-11-01"), to: day("2026-11-21") };
const sums = (change: Partial<OrdersFilter> = {}, by: readonly OrderDimension[] = []) =>
  loadOrderSums(context(), { filter: { ...filter, ...change }, by });
const listIds = async (change: Partial<Parameters<typeof listReportedOrders>[1]> = {}) =>
  (await listReportedOrders(context(), { filter, size: 50, ...change })).items.map(
    ({ order_id }) => order_id,
  );

describe("an order", () => {
  it("is counted once however often it is reported, in its present state", async () => {
    await report({ order_id: "ord_1" }, { order_id: "ord_1" });
    await report({ order_id: "ord_1", status: "delivered" });
    expect(await sums()).toEqual([
      expect.objectContaining({
        is_cod: true,
        orders_on_the_way: 0,
        orders_delivered: 1,
        sales_delivered_halalas: 20_000,
      }),
    ]);
  });

  it("that is refused late, long after it was sent, is seen as refused on its own day", async () => {
    await report({ order_id: "ord_1", placed_at: noon("2026-11-02") });
    await report({ order_id: "ord_1", placed_at: noon("2026-11-02"), status: "refused" });
    expect(await sums({}, ["day"])).toEqual([
      expect.objectContaining({ day: "2026-11-02", orders_on_the_way: 0, orders_refused: 1 }),
    ]);
    expect(await listIds({ states: ["refused"] })).toEqual(["ord_1"]);
  });

  it("counts without an ad too, and an ad that is proven later moves it there", async () => {
    await report({ order_id: "ord_1", campaign_id: null });
    expect(await sums({ isFromAds: true })).toEqual([]);
    expect(await sums({}, ["platform"])).toEqual([
      expect.objectContaining({ platform: "", orders_on_the_way: 1 }),
    ]);
    await report({ order_id: "ord_1" });
    expect(await sums({}, ["campaign", "platform"])).toEqual([
      expect.objectContaining({ campaign_id: "cmp_1", platform: "snapchat", orders_on_the_way: 1 }),
    ]);
  });

  it("that does not count, or is another merchant's, is nowhere", async () => {
    await report({ order_id: "ord_1" });
    await report({ order_id: "ord_1", counts: false });
    await reportOrders(context("mer_2"), { order_id: "ord_2" });
    expect(await sums()).toEqual([]);
    expect(await listIds()).toEqual([]);
  });

  it("of a campaign that the merchant does not have counts as one that no ad brought", async () => {
    await report({ order_id: "ord_1", campaign_id: "cmp_of_another" });
    expect(await sums({ isFromAds: true })).toEqual([]);
    expect(await listIds()).toEqual(["ord_1"]);
  });
});

describe("the roll-up", () => {
  it("holds after any history what the orders themselves add up to, in every split", async () => {
    const change = fc.record({
      order_id: fc.constantFrom("ord_1", "ord_2", "ord_3"),
      status: fc.constantFrom("placed", "delivered", "refused", "cancelled", "refunded" as const),
      is_sent: fc.boolean(),
      counts: fc.boolean(),
      is_cod: fc.boolean(),
      city_key: fc.constantFrom(null, "riyadh"),
      campaign_id: fc.constantFrom(null, "cmp_1", "cmp_2"),
      total_halalas: fc.nat(100_000),
      refunded_halalas: fc.nat(100),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        await db.run(sql`delete from figures.orders`);
        await db.run(sql`delete from figures.order_state_days`);
        await report(...(changes as OrderInput[]));
        const read = (condition: Partial<OrdersFilter>, by: readonly OrderDimension[]) => sums(condition, by);
        const whole = await read({}, []);
        for (const by of [
          ["city"],
          ["product"],
          ["city", "product"],
          ["campaign", "store"],
          ["week"],
        ] as const) {
          const parts = await read({}, by);
          for (const is_cod of [true, false])
            for (const name of orderSums.filter((one) => one !== "squares_delivered"))
              expect(
                parts.filter((row) => row.is_cod === is_cod).reduce((sum, row) => sum + row[name], 0),
              ).toBe(whole.find((row) => row.is_cod === is_cod)?.[name] ?? 0);
        }
        // A city and a product together are read from the orders themselves.
        expect(await read({ cityKey: "riyadh" }, ["product"])).toEqual(
          (await read({ cityKey: "riyadh" }, [])).map((row) => ({ ...row, product_id: "p1" })),
        );
      }),
      { numRuns: 15 },
    );
  });

  it("is narrowed by store, platform, campaigns and city", async () => {
    await report(
      { order_id: "ord_1" },
      { order_id: "ord_2", campaign_id: "cmp_2", city_key: "jeddah" },
      { order_id: "ord_3", campaign_id: null, store_id: "sto_2" },
    );
    const count = async (change: Partial<OrdersFilter>) =>
      (await sums(change)).reduce((total, row) => total + row.orders_on_the_way, 0);
    expect(await count({})).toBe(3);
    expect(await count({ platform: "tiktok" })).toBe(1);
    expect(await count({ campaignIds: ["cmp_1"] })).toBe(1);
    expect(await count({ campaignIds: [] })).toBe(0);
    expect(await count({ storeId: "sto_2" })).toBe(1);
    expect(await count({ cityKey: "jeddah" })).toBe(1);
    expect(await count({ isFromAds: true })).toBe(2);
    expect(await count({ to: day("2026-11-19") })).toBe(0);
  });

  it("weeks begin on Sunday", async () => {
    await report(
      { order_id: "ord_1", placed_at: noon("2026-11-14") },
      { order_id: "ord_2", placed_at: noon("2026-11-15") },
    );
    expect((await sums({}, ["week"])).map((row) => (row as unknown as { week: string }).week)).toEqual([
      "2026-11-08",
      "2026-11-15",
    ]);
  });
});

describe("the delivery rates", () => {
  it("come from orders old enough to have ended, by city, product and source", async () => {
    const old = { placed_at: noon("2026-11-05") };
    await report(
      { order_id: "ord_1", ...old, status: "delivered" },
      { order_id: "ord_2", ...old, status: "refused", city_key: "jeddah" },
      { order_id: "ord_3", ...old, status: "refunded", refunded_halalas: 20_000, campaign_id: "cmp_2" },
      { order_id: "ord_4", ...old, status: "cancelled", is_cod: false },
      { order_id: "ord_5", placed_at: noon("2026-11-20"), status: "refused" },
      { order_id: "ord_6", placed_at: noon("2026-06-01"), status: "refused" },
    );
    const rates = await loadDeliveryRates(context());
    expect(rates.cod.all).toEqual({ delivered: 2, refused: 1, cancelled: 0 });
    expect(rates.paid.all).toEqual({ delivered: 0, refused: 0, cancelled: 1 });
    expect(rates.cod.city.get("jeddah")).toEqual({ delivered: 0, refused: 1, cancelled: 0 });
    expect(rates.cod.source.get("tiktok")).toEqual({ delivered: 1, refused: 0, cancelled: 0 });
    expect(rates.cod.product.get("p1")).toEqual({ delivered: 2, refused: 1, cancelled: 0 });
    expect(rates.returns).toEqual({ delivered_halalas: 40_000, refunded_halalas: 20_000, orders: 2 });
  });
});

describe("what is delivered", () => {
  it("is the truth of what ended and the rate of what is open; what is open for long is not expected", async () => {
    await report(
      { order_id: "ord_1", status: "delivered", refunded_halalas: 5_000 },
      { order_id: "ord_2", status: "refused" },
      { order_id: "ord_3" },
      { order_id: "ord_4", placed_at: noon("2026-09-01") },
    );
    const [all] = await loadDeliveredEstimates(context(), {
      filter: { ...filter, from: day("2026-08-01") },
      by: [],
    });
    const expected = Math.round(20_000 * (7.5 / 9.5));
    expect(all).toMatchObject({
      delivered_orders: 1,
      delivered_halalas: 15_000,
      open_orders: 1,
      open_halalas: 20_000,
      expected_halalas: expected,
      estimate_halalas: 15_000 + expected,
    });
    expect(all?.low_halalas).toBeLessThan(all?.estimate_halalas ?? 0);
  });

  it("adds up over any groups to the halala", async () => {
    const cities = ["riyadh", "jeddah", "tabuk", null];
    await report(
      ...Array.from({ length: 24 }, (_, index) => ({
        order_id: `ord_${index}`,
        total_halalas: 10_007 + index * 37,
        city_key: cities[index % 4] ?? null,
        campaign_id: index % 3 === 0 ? "cmp_2" : "cmp_1",
        is_cod: index % 5 !== 0,
        is_sent: index % 2 === 0,
        status: index % 6 === 5 ? ("delivered" as const) : ("placed" as const),
        placed_at: noon(`2026-11-${String(1 + (index % 20)).padStart(2, "0")}`),
      })),
    );
    const [whole] = await loadDeliveredEstimates(context(), { filter, by: [] });
    for (const by of [["platform"], ["campaign"], ["day"], ["week"], ["city"], ["product"]] as const) {
      const parts = await loadDeliveredEstimates(context(), { filter, by });
      for (const name of [
        "estimate_halalas",
        "expected_halalas",
        "delivered_halalas",
        "open_orders",
      ] as const)
        expect(parts.reduce((sum, part) => sum + part[name], 0)).toBe(whole?.[name]);
    }
  });

  it("is nothing where there are no orders", async () => {
    expect(await loadDeliveredEstimates(context(), { filter, by: [] })).toEqual([]);
  });
});

describe("the list", () => {
  it("comes by cursor, the newest first, each order once", async () => {
    await report(
      ...Array.from({ length: 7 }, (_, index) => ({
        order_id: `ord_${index}`,
        placed_at: noon(`2026-11-1${Math.floor(index / 2)}`),
      })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listReportedOrders(context(), { filter, size: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ order_id }) => order_id));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(["ord_6", "ord_5", "ord_4", "ord_3", "ord_2", "ord_1", "ord_0"]);
    expect((await listReportedOrders(context(), { filter, size: 3, cursor: "' or 1=1" })).items).toHaveLength(
      3,
    );
  });

  it("is narrowed by state, payment and refunds", async () => {
    await report(
      { order_id: "ord_1", status: "delivered", refunded_halalas: 100 },
      { order_id: "ord_2", is_cod: false },
      { order_id: "ord_3", is_sent: false, city_key: "jeddah" },
    );
    expect(await listIds({ isRefunded: true })).toEqual(["ord_1"]);
    expect(await listIds({ isCod: false })).toEqual(["ord_2"]);
    expect(await listIds({ states: ["preparing", "on_the_way"] })).toEqual(["ord_3", "ord_2"]);
    expect(await listIds({ filter: { ...filter, cityKey: "jeddah" } })).toEqual(["ord_3"]);
  });
});

describe("orders that explain a platform's number", () => {
  it("that two platforms could claim are found under the one that lost", async () => {
    await report({ order_id: "ord_1", coupon_campaign_id: "cmp_2" }, { order_id: "ord_2" });
    const sum = { campaign_id: "cmp_2", platform: "tiktok", orders: 1, halalas: 20_000 };
    expect(await loadRivalSums(context(), filter)).toEqual([sum]);
    expect(await loadRivalSums(context(), { ...filter, platform: "snapchat" })).toEqual([]);
    expect(await listIds({ isRival: true, filter: { ...filter, platform: "tiktok" } })).toEqual(["ord_1"]);
    expect(await listIds({ isRival: true, filter: { ...filter, campaignIds: ["cmp_1"] } })).toEqual([]);
  });

  it("whose click and purchase lie on two sides of the period's edge are found on either", async () => {
    const week = { from: day("2026-11-10"), to: day("2026-11-12") };
    await report(
      { order_id: "ord_1", clicked_at: noon("2026-11-09"), placed_at: noon("2026-11-10") },
      { order_id: "ord_2", clicked_at: noon("2026-11-12"), placed_at: noon("2026-11-13") },
      { order_id: "ord_3", clicked_at: noon("2026-11-11"), placed_at: noon("2026-11-12") },
    );
    const sum = { campaign_id: "cmp_1", platform: "snapchat", orders: 1, halalas: 20_000 };
    expect(await loadClickedBefore(context(), week)).toEqual([sum]);
    expect(await listIds({ filter: week, clickedBefore: week.from })).toEqual(["ord_1"]);
    expect(await loadPlacedAfter(context(), week)).toEqual([sum]);
    const after = await listOrdersPlacedAfter(context(), { filter: week, size: 10 });
    expect(after.items.map(({ order_id }) => order_id)).toEqual(["ord_2"]);
  });
});
