import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { orderStatuses } from "../contract/enums.ts";
import type { StoreOrder } from "../domain/order.ts";
import { computeProductDays } from "../domain/product-sales.ts";
import { anOrder } from "../testing/fake-platform.ts";
import { listProducts } from "./list-products.ts";
import { findChanged } from "./orders.store.ts";
import { upsertProduct } from "./products.store.ts";
import { rankProducts } from "./rank-products.ts";
import { recordOrder, recordOrderGone } from "./record-order.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at,
      orders_read_to)
    values ('sto_1', 'mer_1', 'salla', '77', 'متجر', 'https://shop.example', 'shop.example', 'SAR', 'connected', now(),
      now())`);
  for (const id of ["p1", "p2", "p3"])
    await db.run(sql`
      insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, image_url, price_halalas,
        regular_price_halalas, currency, status, read_at)
      values (${`prd_${id}`}, 'sto_1', 'mer_1', ${id}, ${id}, ${id}, 'https://shop.example/p.jpg', 100, 100, 'SAR',
        'on_sale', now())`);
});
afterAll(() => db.close());

const now = new Date("2026-11-24T09:00:00Z");
const context = (merchantId = "mer_1") => ({ ...testContext(db, merchantId), now });
let readings = 0;
const record = (order: StoreOrder) => {
  readings += 1;
  const readAt = new Date(now.getTime() + readings * 1_000);
  return transact(context(), (ctx) => recordOrder(ctx, "sto_1", { order, readAt }));
};
const line = (productId: string, quantity: number, returned: number | null = null) => ({
  productId,
  quantity,
  amount: halalas(quantity * 100_00),
  returned,
});
const order = (externalId: string, change: Partial<StoreOrder>) =>
  anOrder({ externalId, placedAt: new Date("2026-11-20T09:00:00Z"), status: "delivered", ...change });
async function list(sort: "name" | "sales" = "sales") {
  const { items } = await listProducts(context(), { size: 20, sort });
  return items.map(({ id, sales_state, sales }) => ({ id, sales_state, ...sales }));
}

describe("the sales of products", () => {
  it("are units, amount and returns of the last thirty days, best sellers first", async () => {
    await record(order("1", { lines: [line("p2", 3), line("p3", 1)] }));
    await record(order("2", { lines: [line("p2", 2)], status: "refunded" }));
    await record(order("3", { lines: [line("p3", 4)], refunded: halalas(50_00) }));
    await record(order("4", { lines: [line("p3", 2, 1)], refunded: halalas(100_00) }));
    await record(order("5", { lines: [line("p1", 9)], placedAt: new Date("2026-10-25T20:59:59Z") }));
    await record(order("6", { lines: [line("p1", 1)], placedAt: new Date("2026-10-25T21:00:00Z") }));
    const known = { sales_state: "known" };
    expect(await list()).toEqual([
      {
        ...known,
        id: "prd_p3",
        units_sold: 7,
        sales_halalas: 700_00,
        units_returned: 1,
        units_return_unknown: 4,
      },
      {
        ...known,
        id: "prd_p2",
        units_sold: 5,
        sales_halalas: 500_00,
        units_returned: 2,
        units_return_unknown: 0,
      },
      {
        ...known,
        id: "prd_p1",
        units_sold: 1,
        sales_halalas: 100_00,
        units_returned: 0,
        units_return_unknown: 0,
      },
    ]);
    expect((await list("name")).map(({ id }) => id)).toEqual(["prd_p1", "prd_p2", "prd_p3"]);
  });

  it("leave out what a cancelled or deleted order held", async () => {
    await record(order("1", { lines: [line("p1", 3)] }));
    await record(order("2", { lines: [line("p1", 2)] }));
    await record(order("1", { lines: [line("p1", 3)], status: "cancelled" }));
    await transact(context(), (ctx) =>
      recordOrderGone(ctx, "sto_1", "2", new Date(now.getTime() + 3_600_000)),
    );
    expect((await list()).every((product) => "units_sold" in product && product.units_sold === 0)).toBe(true);
  });

  it("are the same however often orders are read again and corrected, and in whatever order", async () => {
    const version = fc.record({
      externalId: fc.constantFrom("1", "2"),
      status: fc.constantFrom(...orderStatuses),
      quantity: fc.integer({ min: 1, max: 9 }),
      productId: fc.constantFrom("p1", "p2"),
      copies: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(version, { minLength: 1, maxLength: 6 }), async (versions) => {
        await db.run(sql`delete from stores.orders`);
        await db.run(sql`delete from stores.product_days`);
        const last = new Map<string, StoreOrder>();
        for (const { externalId, status, quantity, productId, copies } of versions) {
          const next = order(externalId, { status, lines: [line(productId, quantity)] });
          for (let copy = 0; copy < copies; copy += 1) await record(next);
          last.set(externalId, next);
        }
        const expected = [...last.values()].flatMap(computeProductDays);
        const stored = await db.one<{ units: number; sales: number; returned: number }>(sql`
          select coalesce(sum(units_sold), 0)::int as units, coalesce(sum(sales_halalas), 0)::int as sales,
            coalesce(sum(units_returned), 0)::int as returned from stores.product_days`);
        const total = (read: (row: (typeof expected)[number]) => number) =>
          expected.reduce((sum, row) => sum + read(row), 0);
        expect(stored).toEqual({
          units: total(({ unitsSold }) => unitsSold),
          sales: total(({ sales }) => sales),
          returned: total(({ unitsReturned }) => unitsReturned),
        });
      }),
      { numRuns: 25 },
    );
  });

  it("are unknown while orders are read for the first time, and where they cannot be read", async () => {
    await record(order("1", { lines: [line("p1", 3)] }));
    await db.run(sql`update stores.stores set orders_read_to = null`);
    expect((await list())[0]).toEqual({ id: "prd_p1", sales_state: "reading" });
    await db.run(sql`update stores.stores set orders_blocked_by = 'scope_missing'`);
    expect((await list())[0]).toEqual({ id: "prd_p1", sales_state: "not_stated" });
  });
});

describe("the order by sales", () => {
  const ranks = () =>
    db.many(sql`
      select external_id, recent_units_sold::int as units, recent_sales_halalas::int as sales
      from stores.products where recent_units_sold > 0 order by external_id`);

  it("loses the days that are older than thirty days, once a day and without an order", async () => {
    await record(order("1", { lines: [line("p1", 9)], placedAt: new Date("2026-10-26T09:00:00Z") }));
    await record(order("2", { lines: [line("p2", 2)] }));
    expect((await list())[0]?.id).toBe("prd_p1");
    const later = new Date("2026-11-25T00:10:00Z");
    await rankProducts(db, { now: later });
    await rankProducts(db, { now: later });
    expect(await ranks()).toEqual([{ external_id: "p2", units: 2, sales: 200_00 }]);
    expect((await list())[0]?.id).toBe("prd_p2");
  });

  it("counts what orders named before the product was read, and a sync does not change it", async () => {
    await record(order("1", { lines: [line("p9", 4)] }));
    const product = { ...aProduct, externalId: "p9" };
    for (const readAt of ["2026-11-24T09:00:00Z", "2026-11-24T10:00:00Z"])
      await transact(context(), (ctx) => upsertProduct(ctx, "sto_1", product, readAt));
    expect(await ranks()).toEqual([{ external_id: "p9", units: 4, sales: 400_00 }]);
  });
});

const aProduct = {
  externalId: "p9",
  sku: "",
  name: "p9",
  url: null,
  imageUrl: null,
  price: halalas(100),
  regularPrice: halalas(100),
  currency: "SAR",
  quantity: null,
  status: "on_sale" as const,
};

it("an order stored without lines is read again", async () => {
  await record(order("1", { lines: null }));
  await record(order("2", { lines: [line("p1", 1)] }));
  const listed = ["1", "2"].map((externalId) => ({
    externalId,
    vendorStatus: "delivered",
    listedTotal: 11_500,
  }));
  const changed = await findChanged(context(), "sto_1", listed);
  expect(changed.map(({ externalId }) => externalId)).toEqual(["1"]);
});
