import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { raw as rawTable, sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aMeasuredCampaign, measure } from "../testing/measured.ts";
import { type CountOrderDeps, countOrder } from "./count-order.ts";
import { queryOrderHours, queryOrders, queryProducts } from "./query-orders.ts";

let db: TestDb;
type Facts = NonNullable<Awaited<ReturnType<CountOrderDeps["findOrderFacts"]>>>;
type Order = { facts: Facts | null; adId: string | null; campaignId: string };

const day = (name: string) => name as RiyadhDay;
const ctx = (merchantId = "mer_1") => testContext(db, merchantId, new Date("2026-11-21T09:00:00Z"));
const november = { from: day("2026-11-01"), to: day("2026-11-30") };
const all = { ...november, broughtBy: "all" } as const;
const byAds = { ...november, broughtBy: "ads" } as const;

const anOrder = (facts: Partial<Facts> = {}, adId: string | null = null, campaignId = "cmp_1"): Order => ({
  facts: {
    store_id: "sto_1",
    placed_at: new Date("2026-11-18T20:30:00Z"), // 23:30 on a Wednesday in Riyadh
    status: "placed",
    counts: true,
    total_halalas: 10_000,
    refunded_halalas: 0,
    city_key: "riyadh",
    products: [{ product_id: "p1", units_sold: 2, product_sales_halalas: 9_000, units_returned: 0 }],
    ...facts,
  },
  adId,
  campaignId,
});

const record = (orderId: string, { facts, adId, campaignId }: Order, merchantId = "mer_1") =>
  transact(ctx(merchantId), (ctx) =>
    countOrder({
      findOrderFacts: async () => facts,
      findAttribution: async () => (adId === null ? null : { campaign_id: campaignId, ad_id: adId }),
    })(ctx, { orderId }),
  );

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  for (const campaign_id of ["cmp_1", "cmp_2"]) await measure(ctx(), { ...aMeasuredCampaign, campaign_id });
});
afterAll(() => db.close());

describe("an order of a store", () => {
  it("counts by day, city, hour and product, whether or not an ad brought it", async () => {
    await record("ord_1", anOrder());
    await record("ord_2", anOrder({ city_key: "jeddah", total_halalas: 5_000 }, "ad_1"));
    const sums = { orders_delivered: 0, sales_delivered_halalas: 0 };
    expect(await queryOrders(ctx(), { by: ["day", "city"], filter: all })).toMatchObject([
      { day: "2026-11-18", city_key: "jeddah", orders_placed: 1, sales_placed_halalas: 5_000, ...sums },
      { day: "2026-11-18", city_key: "riyadh", orders_placed: 1, sales_placed_halalas: 10_000, ...sums },
    ]);
    expect(await queryOrders(ctx(), { by: ["city"], filter: byAds })).toMatchObject([
      { city_key: "jeddah", orders_placed: 1 },
    ]);
    const ofCampaign = { ...november, broughtBy: ["cmp_1", "cmp_2"] };
    expect(await queryOrders(ctx(), { by: ["campaign", "month"], filter: ofCampaign })).toMatchObject([
      { campaign_id: "cmp_1", month: "2026-11", orders_placed: 1 },
    ]);
    expect(await queryOrderHours(ctx(), { filter: all })).toMatchObject([
      { weekday: 3, hour: 23, orders_placed: 2 },
    ]);
    expect(await queryProducts(ctx(), { filter: all })).toEqual([
      {
        store_id: "sto_1",
        product_id: "p1",
        units_sold: 4,
        product_sales_halalas: 18_000,
        units_returned: 0,
      },
    ]);
  });

  it("is narrowed by store and city, and is its merchant's alone", async () => {
    await record("ord_1", anOrder());
    await record("ord_2", anOrder({ store_id: "sto_2", city_key: null }));
    const count = async (filter: { storeId?: string; city?: string }, merchantId = "mer_1") =>
      (await queryOrders(ctx(merchantId), { by: [], filter: { ...all, ...filter } }))[0]?.orders_placed;
    expect(await count({ storeId: "sto_2" })).toBe(1);
    expect(await count({ city: "" })).toBe(1);
    expect(await count({ city: "riyadh", storeId: "sto_2" })).toBe(0);
    expect(await count({}, "mer_2")).toBe(0);
  });

  it("publishes once that figures changed, and nothing when it is counted again", async () => {
    const count = async () =>
      (
        await db.one<{ events: number }>(sql`
        select count(*)::int as events from base.events where name = 'figures.changed'`)
      ).events;
    await record("ord_1", anOrder());
    expect(await count()).toBe(1);
    await record("ord_1", anOrder());
    expect(await count()).toBe(1);
    await record("ord_1", anOrder({ status: "delivered" }, "ad_1"));
    expect(await count()).toBe(2);
  });
});

it("products of any period are the sums of its days, from whole months and the days at their edges", async () => {
  const anyDay = fc.integer({ min: 0, max: 120 }).map((days) => addDays(day("2026-08-01"), days));
  for (let at = 0; at <= 120; at += 3)
    await record(`ord_${at}`, anOrder({ placed_at: startOfRiyadhDay(addDays(day("2026-08-01"), at)) }));
  await fc.assert(
    fc.asyncProperty(anyDay, anyDay, async (one, other) => {
      const [from, to] = [one, other].sort() as [RiyadhDay, RiyadhDay];
      const [row] = await queryProducts(ctx(), { filter: { from, to, broughtBy: "all" } });
      const { units } = await db.one<{ units: number }>(sql`
        select coalesce(sum(units_sold), 0)::int as units from figures.product_days
        where brought_by = 'all' and day between ${from} and ${to}`);
      expect(row?.units_sold ?? 0).toBe(units);
    }),
    { numRuns: 40 },
  );
});

const facts = fc.record({
  store_id: fc.constantFrom("sto_1", "sto_2"),
  placed_at: fc
    .constantFrom("2026-11-18T20:59:59Z", "2026-11-18T21:00:00Z", "2026-11-02T05:00:00Z")
    .map((at) => new Date(at)),
  status: fc.constantFrom("placed", "delivered", "refused", "cancelled", "refunded"),
  counts: fc.boolean(),
  total_halalas: fc.constantFrom(10_000, 25_050),
  refunded_halalas: fc.constantFrom(0, 4_000, 10_000),
  city_key: fc.constantFrom(null, "", "riyadh", "jeddah"),
  products: fc.array(
    fc.record({
      product_id: fc.constantFrom("p1", "p2"),
      units_sold: fc.integer({ min: 1, max: 3 }),
      product_sales_halalas: fc.constantFrom(500, 900),
      units_returned: fc.integer({ min: 0, max: 1 }),
    }),
    { maxLength: 3 },
  ),
}) as fc.Arbitrary<Facts>;
const order = fc.record({
  facts: fc.option(facts, { freq: 6 }),
  adId: fc.constantFrom(null, "ad_1", "ad_2"),
  campaignId: fc.constantFrom("cmp_1", "cmp_2"),
});
const history = fc.array(fc.tuple(fc.constantFrom("ord_1", "ord_2", "ord_3"), order), { maxLength: 12 });

const readAll = async () => {
  const rows = async (table: string, sums: string) =>
    (
      await db.many<{ row: string }>(sql`
        select (to_jsonb(days) - 'merchant_id')::text as row from figures.${rawTable(table)} days
        where ${rawTable(sums)} <> 0 order by 1`)
    ).map(({ row }) => row);
  return {
    days: await rows("city_days", "orders_placed + orders_unconfirmed"),
    hours: await rows("order_hours", "orders_placed + orders_unconfirmed"),
    products: await rows("product_days", "units_sold"),
    months: await rows("product_months", "units_sold"),
  };
};

it("the roll-ups after any changes are those of the orders' last states, each counted once", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (changes) => {
      await db.reset();
      for (const campaign_id of ["cmp_1", "cmp_2"])
        await measure(ctx(), { ...aMeasuredCampaign, campaign_id });
      for (const [id, state] of changes) {
        await record(id, state);
        await record(id, state);
      }
      const changed = await readAll();
      const negative = await db.one<{ rows: number }>(sql`
        select count(*)::int as rows from figures.city_days
        where least(orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed) < 0`);
      expect(negative.rows).toBe(0);

      await db.reset();
      for (const campaign_id of ["cmp_1", "cmp_2"])
        await measure(ctx(), { ...aMeasuredCampaign, campaign_id });
      for (const [id, state] of new Map(changes)) await record(id, state);
      expect(changed).toEqual(await readAll());
    }),
    { numRuns: 25 },
  );
});
