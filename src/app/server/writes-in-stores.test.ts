import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Who writes which table: a module's tables are written by its `*.store.ts` files alone, each table by one of them. */

const root = join(import.meta.dirname, "../../..");

/** Shared infrastructure that writes its own tables beside what else it does with them. */
const exceptions: Record<string, string> = {
  "src/app/server/demo/load-month.ts": "the demo store's month, into a database that holds nothing else",
  "src/base/server/audit.ts": "an entry is written, never changed: the file is its table's store",
  "src/base/server/db/db.ts": "`tx.publish` and `tx.enqueue` insert into the outbox, below every store",
  "src/base/server/db/migrate.ts": "the migrations' own record, before any store's table exists",
  "src/base/server/http/idempotency.ts": "the keys' only reader and writer, inside the call's transaction",
  "src/base/server/maintenance.ts": "deletes delivered events, which the outbox leaves behind",
  "src/base/server/rate-limit.ts": "counts and decides in one statement",
};

/** Folders whose stores are together the one store of their tables. */
const folders: Record<string, string> = {
  "src/modules/campaigns/server/sync/":
    "what the sync knows of an object is one row; its lease, its schedule, what was observed and what differs are a file each",
};

/** Stores that put a table's name together, and which names those are. */
const computedNames: Record<string, string> = {
  "src/base/server/oauth/sealed-tokens.store.ts":
    "the table a module hands in: a renewal writes the token columns of either in the same way",
  "src/base/server/personal-data/erase-rows.store.ts":
    "the tables that modules declare: an erasure and the retention job delete from all of them in the same way",
  "src/base/server/sealed/reseal-rows.store.ts":
    "the columns that modules declare as sealed: a rotation of keys writes all of them in the same way",
  "src/modules/campaigns/server/sync/":
    "the sync tables of the three levels, named in its sync-tables.store.ts",
  "src/modules/tracking/server/clicks.store.ts": "the partition of a month",
};

type Write = { file: string; table: string };

/** A table whose name is put together in code, as that of a month's partition. */
const computed = "(computed)";

/** The tables a file's statements insert into, change or delete from. */
function listWrites(file: string): Write[] {
  const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const writing =
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_]+\.[a-z_]+|\$\{)/gi;
  const tables = [...code.matchAll(writing)].map(([, table = ""]) =>
    table.includes(".") ? table : computed,
  );
  return [...new Set(tables)].map((table) => ({ file, table }));
}

const writes = globSync("src/**/*.ts", { cwd: root })
  .filter((file) => !/\.(test|suite)\.ts$/.test(file) && !file.includes("/testing/"))
  .sort()
  .flatMap(listWrites);

const inStores = writes.filter(({ file }) => file.endsWith(".store.ts"));
const toStore = (file: string) => Object.keys(folders).find((folder) => file.startsWith(folder)) ?? file;
const show = ({ file, table }: Write) => `${file} writes ${table}`;

describe("a table", () => {
  it("is written only by a store", () => {
    expect(writes.length).toBeGreaterThan(60);
    const elsewhere = writes.filter(({ file }) => !file.endsWith(".store.ts") && !(file in exceptions));
    expect(elsewhere.map(show)).toEqual([]);
  });

  it("is written by one store", () => {
    const shared = [...Map.groupBy(inStores, ({ table }) => table)]
      .map(([table, found]) => ({ table, stores: [...new Set(found.map(({ file }) => toStore(file)))] }))
      .filter(({ table, stores }) => table !== computed && stores.length > 1);
    expect(shared).toEqual([]);
  });

  it("whose name is computed is written only where that is explained", () => {
    const found = inStores.filter(({ table }) => table === computed).map(({ file }) => toStore(file));
    expect([...new Set(found)].sort()).toEqual(Object.keys(computedNames).sort());
  });

  it("is written only by its own module", () => {
    const toSchema = (file: string) => /^src\/(?:modules\/)?([^/]+)\//.exec(file)?.[1]?.replaceAll("-", "_");
    const foreign = writes.filter(
      ({ file, table }) => table !== computed && table.split(".")[0] !== toSchema(file),
    );
    expect(foreign.map(show)).toEqual([]);
  });
});

describe("the lists of this test", () => {
  it("name only files that write outside a store", () => {
    const writers = new Set(writes.map(({ file }) => file));
    expect(Object.keys(exceptions).filter((file) => !writers.has(file))).toEqual([]);
  });

  it("name only folders with several stores", () => {
    const countStores = (folder: string) => globSync(`${folder}*.store.ts`, { cwd: root }).length;
    expect(Object.keys(folders).filter((folder) => countStores(folder) < 2)).toEqual([]);
  });
});
