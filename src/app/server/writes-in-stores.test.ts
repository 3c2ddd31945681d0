import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

/** Who writes which table: a module's tables are written by its `*.store.ts` files alone, each table by one of them. */

const root = join(import.meta.dirname, "../../..");

/** Not checked yet: their statements are about to move. */
const pending = [
  "src/modules/campaigns/",
  "src/modules/ad-accounts/server/ad-accounts.jobs.ts",
  "src/modules/ad-accounts/server/complete-authorization.ts",
  "src/modules/ad-accounts/server/start-authorization.ts",
  "src/modules/ad-accounts/server/token-manager.ts",
  "src/modules/stores/server/complete-authorization.ts",
  "src/modules/stores/server/receive-server-callback.ts",
  "src/modules/stores/server/start-authorization.ts",
  "src/modules/stores/server/stores.job-handlers.ts",
  "src/modules/stores/server/token-renewal.ts",
];

/** Shared infrastructure that writes its own tables beside what else it does with them. */
const exceptions: Record<string, string> = {
  "src/base/server/audit.ts": "an entry is written, never changed: the file is its table's store",
  "src/base/server/db/db.ts": "`tx.publish` and `tx.enqueue` insert into the outbox, below every store",
  "src/base/server/db/migrate.ts": "the migrations' own record, before any store's table exists",
  "src/base/server/http/idempotency.ts": "the keys' only reader and writer, inside the call's transaction",
  "src/base/server/maintenance.ts": "deletes delivered events, which the outbox leaves behind",
  "src/base/server/outbox-relay.ts": "reads and moves the outbox's positions in one transaction",
  "src/base/server/rate-limit.ts": "counts and decides in one statement",
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
const checked = writes.filter(({ file }) => !pending.some((path) => file.startsWith(path)));
const show = ({ file, table }: Write) => `${file} writes ${table}`;

describe("a table", () => {
  it("is written only by a store", () => {
    expect(writes.length).toBeGreaterThan(60);
    const elsewhere = checked.filter(({ file }) => !file.endsWith(".store.ts") && !(file in exceptions));
    expect(elsewhere.map(show)).toEqual([]);
  });

  it("is written by one store", () => {
    const stores = Map.groupBy(
      checked.filter(({ file }) => file.endsWith(".store.ts")),
      ({ table }) => table,
    );
    const shared = [...stores].filter(([, found]) => found.length > 1);
    expect(shared.map(([table, found]) => `${table}: ${found.map(({ file }) => basename(file))}`)).toEqual(
      [],
    );
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
});
