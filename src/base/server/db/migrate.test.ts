import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { migrate } from "./migrate.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-migrations-"));
  for (const [name, script] of Object.entries(files)) await writeFile(join(folder, name), script);
  return folder;
}

describe("migrations", () => {
  it("run once each, in order, also when two servers start together", async () => {
    const folder = await folderWith({
      "9001_a.sql": "create table base.first_things (id int)",
      "9002_b.sql": "alter table base.first_things add column name text",
    });
    const ran = await Promise.all([migrate(db.driver, folder), migrate(db.driver, folder)]);
    expect(ran.flat().sort()).toEqual(["9001_a.sql", "9002_b.sql"]);
  });

  it("leave nothing behind when they fail, and can be run again", async () => {
    const folder = await folderWith({
      "9003_c.sql": "create table base.half_made (id int); select nonsense",
    });
    await expect(migrate(db.driver, folder)).rejects.toThrow("nonsense");
    const { rows } = await db.driver.query("select to_regclass('base.half_made') is null as is_absent", []);
    expect(rows).toEqual([{ is_absent: true }]);
  });

  it("that changed after they ran are refused", async () => {
    const folder = await folderWith({ "9004_d.sql": "select 1" });
    await migrate(db.driver, folder);
    await writeFile(join(folder, "9004_d.sql"), "select 2");
    await expect(migrate(db.driver, folder)).rejects.toThrow("9004_d.sql was changed");
  });
});
