import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testDb } from "#base/testing/db.ts";
import { renderRows } from "#base/testing/row-types.ts";

const root = join(import.meta.dirname, "../../..");

it("the row types are those of the migrations (npm run generate:rows)", async () => {
  const db = await testDb();
  expect(readFileSync(join(root, "db/generated/rows.ts"), "utf8")).toBe(await renderRows(db.driver));
  await db.close();
});

/** The first migrations were numbered; those since are named by the UTC time they were written, so that no two collide. */
it("migrations are named by time", () => {
  const files = readdirSync(join(root, "db/migrations")).sort();
  const numbered = files.filter((file) => /^00\d\d_/.test(file));
  expect(numbered).toHaveLength(28);
  expect(files.filter((file) => !numbered.includes(file) && !/^20\d{12}_[a-z_]+\.sql$/.test(file))).toEqual(
    [],
  );
  const times = files.slice(numbered.length).map((file) => file.slice(0, 14));
  expect(new Set(times).size).toBe(times.length);
});
