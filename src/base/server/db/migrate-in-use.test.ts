import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../scripts/postgres.ts";
import { makeLog } from "../log.ts";
import type { Driver } from "./db.ts";
import { migrate, outsideMark } from "./migrate.ts";
import { serverDriver } from "./server-driver.ts";

/** Migrations on a server that others use meanwhile. */

let server: PostgresServer;
let driver: Driver;
let others: Driver;

beforeAll(async () => {
  server = await startPostgres({ fsync: "off" });
  const open = () =>
    serverDriver({ url: server.url, poolSize: 3, statementTimeoutMs: 0, log: makeLog("silent") });
  driver = await open();
  others = await open();
  await driver.script("create table things (id int, name text)");
}, 60_000);
afterAll(async () => {
  await driver?.close();
  await others?.close();
  await server?.stop();
});

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-migrations-"));
  for (const [name, script] of Object.entries(files)) await writeFile(join(folder, name), script);
  return folder;
}

/** A transaction of somebody else that reads the table, until it is ended. */
async function holdTable() {
  const ended = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = others.transaction(async (session) => {
    await session.query("select * from things", []);
    held.resolve();
    await ended.promise;
  });
  await held.promise;
  return async () => {
    ended.resolve();
    await holding;
  };
}

async function untilSomebodyWaits() {
  for (;;) {
    const { rows } = await others.query("select from pg_locks where not granted", []);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a migration of a table that is in use", () => {
  it("gives up when it does not get the lock, and says which it was", async () => {
    const folder = await folderWith({ "01_a.sql": "alter table things add column a int" });
    const release = await holdTable();
    const impatient = { timeoutMs: 20, attempts: 2, pauseMs: 1 };
    await expect(migrate(driver, folder, { locks: impatient })).rejects.toThrow(
      "01_a.sql found a table locked",
    );
    await release();
    expect(await migrate(driver, folder, { locks: impatient })).toEqual(["01_a.sql"]);
  });

  it("tries again until those before it have ended", async () => {
    const folder = await folderWith({ "02_b.sql": "alter table things add column b int" });
    const release = await holdTable();
    const migrating = migrate(driver, folder, { locks: { timeoutMs: 20, attempts: 10_000, pauseMs: 1 } });
    await untilSomebodyWaits();
    await release();
    expect(await migrating).toEqual(["02_b.sql"]);
  });
});

describe("an index that is made outside a transaction", () => {
  const script = `${outsideMark}\ncreate index concurrently if not exists things_name on things (name)`;

  it("is made once by servers that start together, and what an interrupted one left is replaced", async () => {
    await driver.query("insert into things (id, name) values (1, 'x'), (2, 'x')", []);
    const broken = driver.query("create unique index concurrently things_name on things (name)", []);
    await expect(broken).rejects.toThrow("could not create unique index");
    const folder = await folderWith({ "03_c.sql": script });
    const ran = await Promise.all([migrate(driver, folder), migrate(others, folder)]);
    expect(ran.flat()).toEqual(["03_c.sql"]);
    const { rows } = await driver.query(
      "select indisvalid, indisunique from pg_index where indexrelid = 'things_name'::regclass",
      [],
    );
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  it("is all that such a file may hold", async () => {
    const folder = await folderWith({ "04_d.sql": `${outsideMark}\nvacuum things` });
    await expect(migrate(driver, folder)).rejects.toThrow("makes one index, concurrently");
  });
});
