import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSecret, type TableData } from "#base/server/personal-data/personal-data.ts";
import { listShown } from "#base/server/personal-data/read-rows.ts";
import { loadShapes, type TableShape } from "#base/server/personal-data/tables.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { renderRetention } from "../testing/render-retention.ts";
import { serverModules } from "./find-modules.ts";
import { listPersonalData } from "./personal-data.ts";

/** Every table of the database, and what its module says about the merchants' data in it. */

const root = join(import.meta.dirname, "../../..");
const data = listPersonalData(serverModules);
const declared = new Map<string, TableData["policy"]>(
  data.flatMap(({ tables }) =>
    tables.map(({ table, policy }): [string, TableData["policy"]] => [table, policy]),
  ),
);
const merchants = [...declared].flatMap(([table, policy]) =>
  policy.kind === "merchants" ? [{ table, policy }] : [],
);

let db: TestDb;
let tables: string[];
let shapes: Map<string, TableShape>;

const query = async <Row>(text: string) => (await db.driver.query(text, [])).rows as Row[];

beforeAll(async () => {
  db = await testDb();
  const rows = await query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss', 'public')
      and not exists (select from pg_inherits where inhrelid = c.oid) order by 1`);
  tables = rows.map(({ name }) => name);
  shapes = await loadShapes(db, tables);
});
afterAll(() => db.close());

describe("every table", () => {
  it("is declared once, by its own module", () => {
    expect(
      data
        .flatMap((one) => one.tables)
        .map(({ table }) => table)
        .sort(),
    ).toEqual([...tables].sort());
    for (const { module, tables: own } of data)
      for (const { table } of own) expect(table.split(".")[0]).toBe(module.replaceAll("-", "_"));
  });

  it("with a merchant's id is exported and erased, or says why not", () => {
    const named = tables.filter((table) =>
      shapes.get(table)?.columns.some(({ name }) => name === "merchant_id"),
    );
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((table) => declared.get(table)?.kind !== "merchants")).toEqual([]);
  });

  it("names its rows by columns that exist", () => {
    for (const { table, policy } of merchants) {
      const columns = shapes.get(table)?.columns.map(({ name }) => name);
      expect(columns, table).toContain("column" in policy.owner ? policy.owner.column : policy.owner.by);
      if ("through" in policy.owner)
        expect(shapes.get(policy.owner.through)?.columns.map(({ name }) => name)).toContain(policy.owner.its);
    }
  });
});

describe("an export", () => {
  it("pages by a primary key", () => {
    for (const { table, policy } of merchants)
      if ("without" in policy.exported) expect(shapes.get(table)?.key.length, table).toBeGreaterThan(0);
  });

  it("shows no secret, and of every exported table something", () => {
    for (const { table, policy } of merchants) {
      const shape = shapes.get(table);
      if (!shape || !("without" in policy.exported)) continue;
      const shown = listShown({ shape, without: policy.exported.without }).map(({ name }) => name);
      expect(shown.length, table).toBeGreaterThan(0);
      expect(
        shown.filter((name) => isSecret(name) || /sealed|password|token_hash|code_hash/.test(name)),
      ).toEqual([]);
    }
  });
});

describe("an erasure", () => {
  it("leaves no kept row that names a deleted one", async () => {
    const keys = await query<{ child: string; parent: string; rule: string }>(`
      select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype as rule
      from pg_constraint where contype = 'f' and conparentid = 0`);
    const isDeleted = (table: string) => {
      const policy = declared.get(table);
      return policy?.kind === "merchants" && policy.erasure.kind === "delete";
    };
    const broken = keys.filter(
      ({ child, parent, rule }) =>
        rule !== "c" && !isDeleted(child) && declared.has(child) && isDeleted(parent),
    );
    expect(broken).toEqual([]);
  });
});

describe("retention", () => {
  it("that we carry out finds its rows by an index", async () => {
    const indexes = await query<{ table: string; first: string }>(`
      select indrelid::regclass::text as table, attname as first
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]`);
    const limited = [...declared].filter(([, { retention }]) => retention && "days" in retention);
    expect(limited.length).toBeGreaterThan(2);
    for (const [table, { retention }] of limited)
      if (retention && "days" in retention)
        expect(indexes.filter((one) => one.table === table).map(({ first }) => first)).toContain(
          retention.since,
        );
  });

  it("is what docs/retention.md says (RENDER=1 writes it)", () => {
    const file = join(root, "docs/retention.md");
    const rendered = renderRetention(data);
    if (process.env.RENDER === "1") writeFileSync(file, rendered);
    expect(readFileSync(file, "utf8")).toBe(rendered);
  });
});
