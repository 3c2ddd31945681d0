import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { listProducts, showProduct } from "./list-products.ts";
import { markUnseenGone, upsertProduct } from "./products.store.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  for (const id of ["sto_1", "sto_2", "sto_3"])
    await db.run(sql`
      insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
      values (${id}, 'mer_1', 'salla', ${id}, 'نخلة', 'https://nakhla.example', 'nakhla.example', 'SAR', 'connected', now())`);
  await db.run(sql`update stores.stores set status = 'lost', lost_reason = 'uninstalled' where id = 'sto_2'`);
  await db.run(
    sql`update stores.stores set status = 'disconnected', disconnected_at = now() where id = 'sto_3'`,
  );
});
afterAll(() => db.close());

const own = () => testContext(db, "mer_1");
const read = (storeId: string, name: string, readAt = "2026-11-21T09:00:00Z") =>
  transact(own(), (ctx) =>
    upsertProduct(
      ctx,
      storeId,
      {
        externalId: name,
        sku: `sku-${name}`,
        name,
        url: "https://nakhla.example/p/1",
        imageUrl: null,
        price: halalas(95_00),
        regularPrice: halalas(120_00),
        currency: "SAR",
        quantity: 3,
        status: "on_sale",
      },
      readAt,
    ),
  );
const list = async (query: { store_id?: string; search?: string; page?: number } = {}) => {
  const { items, total } = await listProducts(own(), { page: 1, size: 2, ...query });
  return [items.map(({ name }) => name), total];
};
const findId = async (name: string) =>
  (await db.one<{ id: string }>(sql`select id from stores.products where name = ${name}`)).id;

it("lists the products of connected stores by name, a page at a time, found by any of their words", async () => {
  for (const name of ["عجوة المدينة", "سكري القصيم", "خلاص الأحساء"]) await read("sto_1", name);
  await read("sto_2", "قهوة المدينة");
  await read("sto_3", "عجوة قديمة");
  expect(await list()).toEqual([["خلاص الأحساء", "سكري القصيم"], 4]);
  expect(await list({ page: 2 })).toEqual([["عجوة المدينة", "قهوة المدينة"], 4]);
  expect(await list({ search: "المدينه عجوه" })).toEqual([["عجوة المدينة"], 1]);
  expect(await list({ search: "المدينة", store_id: "sto_2" })).toEqual([["قهوة المدينة"], 1]);
});

it("shows one product, one that its store has no more too, and nobody else's", async () => {
  await read("sto_1", "عجوة المدينة");
  const productId = await findId("عجوة المدينة");
  expect(await showProduct(own(), { productId })).toMatchObject({
    id: productId,
    store_id: "sto_1",
    price_halalas: 95_00,
    status: "on_sale",
  });
  await transact(own(), (ctx) => markUnseenGone(ctx, { storeId: "sto_1", before: "2026-11-22T09:00:00Z" }));
  expect(await showProduct(own(), { productId })).toMatchObject({ status: "gone" });
  expect(await list()).toEqual([[], 0]);
  await expect(showProduct(testContext(db, "mer_2"), { productId })).rejects.toMatchObject({
    code: "base.not_found",
  });
});
