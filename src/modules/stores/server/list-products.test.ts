import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { ProductStatus, StoreStatus } from "../contract/enums.ts";
import { listProducts, showProduct } from "./list-products.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await addStore("sto_1", "connected");
});
afterAll(() => db.close());

const addStore = (id: string, status: StoreStatus, merchantId = "mer_1") =>
  db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at,
      disconnected_at)
    values (${id}, ${merchantId}, 'salla', ${id}, 'متجر', 'https://shop.example', 'shop.example', 'SAR', ${status}, now(),
      ${status === "disconnected" ? new Date() : null})`);

type Added = { store?: string; merchant?: string; status?: ProductStatus; hasPicture?: boolean };

const addProduct = (
  name: string,
  { store = "sto_1", merchant = "mer_1", status = "on_sale", hasPicture = true }: Added = {},
) =>
  db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, image_url, price_halalas,
      regular_price_halalas, currency, status, read_at)
    values (${`prd_${name}`}, ${store}, ${merchant}, ${name}, ${name}, ${fold(name)},
      ${hasPicture ? "https://shop.example/picture.jpg" : null}, 100, 100, 'SAR', ${status}, now())`);

async function list(change: Partial<Parameters<typeof listProducts>[1]> = {}) {
  const { items, next } = await listProducts(testContext(db, "mer_1"), { size: 20, sort: "name", ...change });
  return { names: items.map(({ name }) => name), next };
}

describe("a merchant's products", () => {
  it("begin with those that can be sold and shown, each kind by name", async () => {
    await addProduct("ajwa", { status: "out_of_stock" });
    await addProduct("barhi", { hasPicture: false });
    await addProduct("safawi");
    await addProduct("medjool");
    expect((await list()).names).toEqual(["medjool", "safawi", "barhi", "ajwa"]);
    const { next } = await list({ size: 3 });
    expect(await list({ size: 3, cursor: next ?? "" })).toEqual({ names: ["ajwa"], next: null });
  });

  it("leave out what is gone, what a disconnected store had, and other merchants'", async () => {
    await addStore("sto_2", "disconnected");
    await addStore("sto_3", "connected", "mer_2");
    await addProduct("ajwa");
    await addProduct("barhi", { status: "gone" });
    await addProduct("medjool", { store: "sto_2" });
    await addProduct("safawi", { store: "sto_3", merchant: "mer_2" });
    expect(await list()).toEqual({ names: ["ajwa"], next: null });
  });

  it("are found by every word in any order, and within one store", async () => {
    await addStore("sto_4", "connected");
    await addProduct("تمر عجوة فاخر");
    await addProduct("تمر سكري", { store: "sto_4" });
    expect((await list({ search: "عجوه تمر" })).names).toEqual(["تمر عجوة فاخر"]);
    expect((await list({ search: "تمر", store_id: "sto_4" })).names).toEqual(["تمر سكري"]);
  });
});

describe("pages of products", () => {
  async function readAll(sort: "name" | "sales", size: number) {
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ sort, size, ...(cursor ? { cursor } : {}) });
      names.push(...page.names);
      if (page.next === null) return names;
      cursor = page.next;
    }
  }

  it("hold each product of all stores once and in order, also where many are alike", async () => {
    await addStore("sto_4", "connected");
    for (let nth = 0; nth < 30; nth += 1)
      await addProduct(`p${String(nth).padStart(2, "0")}`, {
        store: nth % 3 === 0 ? "sto_4" : "sto_1",
        status: nth % 7 === 0 ? "out_of_stock" : "on_sale",
        hasPicture: nth % 5 !== 0,
      });
    await db.run(sql`
      update stores.products set recent_units_sold = 1, recent_sales_halalas = 100 * (length(name) + ascii(right(name, 1)) % 3)`);
    for (const sort of ["name", "sales"] as const) {
      const whole = (await list({ sort, size: 50 })).names;
      expect(new Set(whole).size).toBe(30);
      for (const size of [1, 4, 29]) expect(await readAll(sort, size)).toEqual(whole);
    }
  });

  it("begin again with a cursor that is not of this order", async () => {
    await addProduct("ajwa");
    await addProduct("barhi");
    const { next } = await list({ size: 1, sort: "name" });
    for (const cursor of [next ?? "", "nonsense", ""])
      expect((await list({ sort: "sales", cursor })).names).toEqual(["ajwa", "barhi"]);
  });
});

describe("one product", () => {
  it("is shown whatever became of it, to its own merchant only", async () => {
    await addProduct("ajwa", { status: "gone" });
    const show = (as: string) => showProduct(testContext(db, as), { productId: "prd_ajwa" });
    expect(await show("mer_1")).toMatchObject({ id: "prd_ajwa", store_id: "sto_1", status: "gone" });
    await expect(show("mer_2")).rejects.toMatchObject({ code: "base.not_found" });
  });
});
