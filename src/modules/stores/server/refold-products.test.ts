import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fold } from "#base/shared/fold.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const migration = join(
  import.meta.dirname,
  "../../../../db/migrations/20261122182000_stores_search_text.sql",
);

/** How products were folded before the migration. */
const foldBefore = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/\s+/g, " ")
    .trim();

const anyName = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."أإآٱاىيیئةهؤوكک٠٩۰۹٫٬ًّْـٰۖءabEÉ ‏"),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((one) => one !== "\0" && one.isWellFormed()),
  ),
  maxLength: 30,
});

it("products stored before are found as if they were stored today", async () => {
  const names = ["شاطئ ١٢", "مؤثّرون", "کفش قدیمی ۵۰", ...fc.sample(anyName, 300)];
  await db.driver.script(
    "drop schema if exists scratch cascade; create schema scratch; create table scratch.products (id text primary key, search_text text not null)",
  );
  for (const [index, name] of names.entries())
    await db.driver.query("insert into scratch.products values ($1, $2)", [String(index), foldBefore(name)]);
  await db.driver.script(readFileSync(migration, "utf8").replaceAll("stores.products", "scratch.products"));
  const { rows } = await db.driver.query("select id, search_text from scratch.products", []);
  const stored = new Map(
    (rows as { id: string; search_text: string }[]).map((row) => [row.id, row.search_text]),
  );
  expect(names.map((_, index) => stored.get(String(index)))).toEqual(names.map(fold));
});
