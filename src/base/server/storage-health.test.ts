import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "../testing/db.ts";
import type { Driver } from "./db/db.ts";
import { makeLog } from "./log.ts";
import { databaseProbe, folderProbe, watchStorage, withErrorReporting } from "./storage-health.ts";

const log = makeLog("silent");
const full = Object.assign(new Error("could not extend file"), { code: "53100" });
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

describe("the storage", () => {
  it("is left alone while all is well", async () => {
    let tries = 0;
    const probe = async () => {
      tries += 1;
    };
    const storage = watchStorage({ log, probes: [probe], probeMs: 1 });
    storage.reportError(new Error("something else"));
    storage.reportError(Object.assign(new Error("duplicate key"), { code: "23505" }));
    expect(storage.isWritable()).toBe(true);
    expect(tries).toBe(0);
    storage.stop();
  });

  it("that is full is probed until it takes writes again, all of it", async () => {
    const isFull = { database: true, folder: true };
    const probe = (part: keyof typeof isFull) => async () => {
      if (isFull[part]) throw full;
    };
    let tries = 0;
    const count = async () => {
      tries += 1;
    };
    const storage = watchStorage({ log, probes: [count, probe("database"), probe("folder")], probeMs: 1 });
    storage.reportError(full);
    expect(storage.isWritable()).toBe(false);
    isFull.database = false;
    const triesThen = tries;
    await expect.poll(() => tries).toBeGreaterThan(triesThen + 2);
    expect(storage.isWritable()).toBe(false);
    isFull.folder = false;
    await expect.poll(storage.isWritable).toBe(true);
    storage.reportError(full);
    expect(storage.isWritable()).toBe(false);
    storage.stop();
  });
});

describe("a probe", () => {
  it("of the database writes, and leaves nothing behind", async () => {
    const tables = () => db.driver.query("select count(*) as n from pg_class", []);
    const before = await tables();
    await databaseProbe(db.driver)();
    await databaseProbe(db.driver)();
    expect(await tables()).toEqual(before);
  });

  it("of the database fails as the database does", async () => {
    const failing: Driver = {
      ...db.driver,
      transaction: () => Promise.reject(full),
    };
    await expect(databaseProbe(failing)()).rejects.toBe(full);
  });

  it("of a folder writes, and leaves nothing behind; it fails where nothing can be written", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rawaj-probe-"));
    await folderProbe(join(folder, "media"))();
    expect(await readdir(join(folder, "media"))).toEqual([]);
    await writeFile(join(folder, "a-file"), "");
    await expect(folderProbe(join(folder, "a-file"))()).rejects.toThrow();
  });
});

it("a database reports its errors, and still throws them", async () => {
  const reported: unknown[] = [];
  const driver = withErrorReporting(db.driver, (error) => reported.push(error));
  await expect(driver.query("select no_such_thing", [])).rejects.toThrow("no_such_thing");
  await expect(driver.transaction((session) => session.script("select no_such_thing"))).rejects.toThrow();
  await expect(driver.script("select no_such_thing")).rejects.toThrow();
  expect(reported).toHaveLength(3);
  expect((await driver.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
});
