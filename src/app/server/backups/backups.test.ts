import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { type Db, makeDb, type Session, sql } from "#base/server/db/db.ts";
import { type EmbeddedDriver, embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { readVaultKeys } from "#base/server/secrets.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { recordStatements } from "#base/testing/statements.ts";
import { available, platformAccount } from "#modules/wallet/domain/accounts.ts";
import { isConsistent } from "#modules/wallet/domain/findings.ts";
import { transfer } from "#modules/wallet/server/ledger.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import { openControl, requestBackup } from "./control-socket.ts";
import { type BackupSource, makeBackup } from "./make-backup.ts";
import { describeKey } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";

const keys = readVaultKeys(`k1:${randomBytes(32).toString("base64")}`);
const now = new Date("2026-11-29T09:00:00Z");
let root: string;
let dataFolder: string;
let driver: EmbeddedDriver;
let db: Db;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rawaj-backups-"));
  dataFolder = join(root, "data");
  const template = await testDb();
  const snapshot = join(root, "migrated.tar");
  await (template.driver as EmbeddedDriver).dump(snapshot);
  await template.close();
  await mkdir(dataFolder);
  driver = await embeddedDriver({ folder: join(dataFolder, "database"), snapshot });
  db = makeDb(driver);
  for (const merchant of ["mer_1", "mer_2"]) await aWallet(db, merchant, 1_000_000);
  for (let nth = 0; nth < 20; nth += 1) await storePicture(`med_${nth}`);
});
afterAll(async () => {
  await driver.close();
  await rm(root, { recursive: true, force: true });
});

/** A folder that is copied in no time, where its database is not opened. */
async function aSmallProduct(): Promise<BackupSource> {
  const folder = await mkdtemp(join(root, "small-"));
  await mkdir(join(folder, "database"));
  await writeFile(join(folder, "database/PG_VERSION"), "18");
  const session: Session = {
    query: async () => ({ rows: [], affected: 0 }),
    script: async () => ({ rows: [], affected: 0 }),
  };
  return { driver: { transaction: (work) => work(session) }, dataFolder: folder, keys, now };
}

/** A row with its files, as an upload leaves them: the files first. */
async function storePicture(id: string) {
  for (const key of [`mer_1/${id}.jpg`, `mer_1/${id}.thumb.webp`]) {
    const path = join(dataFolder, "media/objects", key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, randomBytes(5_000));
  }
  await db.run(sql`
    insert into creative.media (id, merchant_id, kind, mime, file_name, name_folded, bytes, width, height, sha256,
      storage_key, thumbnail_key, created_at)
    values (${id}, 'mer_1', 'image', 'image/jpeg', 'a.jpg', 'a.jpg', 5000, 10, 10,
      ${randomBytes(32).toString("hex")}, ${`mer_1/${id}.jpg`}, ${`mer_1/${id}.thumb.webp`}, ${now})`);
}

/** Money that moves and pictures that come while `work` runs, up to a number that tests can check in time. */
async function whileTheProductWorks<Result>(work: () => Promise<Result>): Promise<Result> {
  const ended = work().finally(() => {
    isWorking = false;
  });
  let isWorking = true;
  for (let nth = 0; isWorking && nth < 60; nth += 1) {
    await transact(testContext(db, "mer_1"), (ctx) =>
      transfer(ctx, {
        key: `spend:${randomBytes(6).toString("hex")}`,
        from: available("mer_1"),
        to: platformAccount("ad_spend", "mer_1"),
        amount: halalas(7),
        kind: "ad_spend",
        reference: "cmp_1",
        day: "2026-11-29" as RiyadhDay,
      }),
    );
    if (nth % 5 === 0) await storePicture(`med_${randomBytes(6).toString("hex")}`);
  }
  return ended;
}

const loadState = (from: Db) =>
  from.one<{ entries: number; pictures: number }>(sql`
    select (select count(*)::int from wallet.entries) as entries,
      (select count(*)::int from creative.media) as pictures`);

describe("a back-up of the embedded database", () => {
  it("is restored on an empty folder with every invariant of the ledger and all media", async () => {
    const before = await loadState(db);
    const target = join(root, "nightly");
    const made = await whileTheProductWorks(() => makeBackup({ driver, dataFolder, keys, now }, target));
    const after = await loadState(db);
    expect(made.target).toBe(target);

    const restoredTo = join(root, "restored");
    const { ledgerSumHalalas, media, manifest } = await restoreBackup(target, restoredTo, async (folder) =>
      recordStatements(await embeddedDriver({ folder })),
    );
    expect(ledgerSumHalalas).toBe(0);
    expect(media.missing).toEqual([]);
    expect(manifest.keys).toEqual(keys.map(describeKey));
    const restored = await embeddedDriver({ folder: join(restoredTo, "database") });
    const its = makeDb(restored);
    expect(isConsistent(await verifyLedger(its))).toBe(true);
    const state = await loadState(its);
    expect(state.entries).toBeGreaterThanOrEqual(before.entries);
    expect(state.entries).toBeLessThanOrEqual(after.entries);
    expect(media.named).toBe(state.pictures * 2);
    // It takes writes, and the money goes on.
    await aWallet(its, "mer_3", 500);
    expect(isConsistent(await verifyLedger(its))).toBe(true);
    await restored.close();
  }, 120_000);

  it("holds no key, and only its owner reads it", async () => {
    const target = join(root, "private");
    const source = await aSmallProduct();
    await writeFile(join(source.dataFolder, "secret-keys"), `k1:${keys[0].key.toString("base64")}`);
    await makeBackup(source, target);
    expect(existsSync(join(target, "secret-keys"))).toBe(false);
    expect(readFileSync(join(target, "manifest.json"), "utf8")).not.toContain(keys[0].key.toString("base64"));
    expect(statSync(target).mode & 0o077).toBe(0);
  });

  it("goes to no place that is taken, or within the data", async () => {
    const target = join(root, "taken");
    await mkdir(target);
    await writeFile(join(target, "a letter"), "");
    const source = await aSmallProduct();
    await expect(makeBackup(source, target)).rejects.toThrow(/is not empty/);
    const within = join(source.dataFolder, "backups");
    await expect(makeBackup(source, within)).rejects.toThrow(/lies within/);
    expect(existsSync(within)).toBe(false);
  });
});

describe("a back-up that is damaged", () => {
  let backup: string;
  beforeEach(async () => {
    backup = await mkdtemp(join(root, "damaged-"));
    await makeBackup(await aSmallProduct(), backup);
  });

  it.each([
    [
      "a file was changed",
      async () => appendFile(join(backup, "database/PG_VERSION"), "9"),
      /was changed or is damaged/,
    ],
    ["a file is missing", async () => rm(join(backup, "database/PG_VERSION")), /is missing/],
    ["a file was added", async () => writeFile(join(backup, "database/extra"), ""), /does not belong/],
    ["the list is missing", async () => rm(join(backup, "manifest.json")), /is no back-up/],
    ["the list is another's", async () => writeFile(join(backup, "manifest.json"), "{}"), /not one of ours/],
  ])("because %s is refused before anything is written", async (_, damage, reason) => {
    await damage();
    const target = join(backup, "..", "untouched");
    await expect(restoreBackup(backup, target)).rejects.toThrow(reason);
    expect(existsSync(target)).toBe(false);
  });

  it("or not, is never put over a database", async () => {
    const target = join(root, "in-use");
    await mkdir(join(target, "database"), { recursive: true });
    await writeFile(join(target, "database/PG_VERSION"), "18");
    await expect(restoreBackup(backup, target)).rejects.toThrow(/holds a database/);
  });
});

describe("the command", () => {
  it("asks the product that runs, and is told why when it refuses", async () => {
    const folder = await mkdtemp(join(root, "product-"));
    expect(await requestBackup(folder, "/backups/1")).toBeNull();
    const targets: string[] = [];
    const control = await openControl(folder, async (target) => {
      targets.push(target);
      if (target === "/backups/2") throw new Error("there is no room");
      return { files: 3, bytes: 9, pausedMs: 1, target };
    });
    expect(statSync(join(folder, "control.sock")).mode & 0o777).toBe(0o600);
    expect(await requestBackup(folder, "/backups/1")).toEqual({
      files: 3,
      bytes: 9,
      pausedMs: 1,
      target: "/backups/1",
    });
    await expect(requestBackup(folder, "/backups/2")).rejects.toThrow("there is no room");
    await control.close();
    expect(await requestBackup(folder, "/backups/3")).toBeNull();
    expect(targets).toEqual(["/backups/1", "/backups/2"]);
  });

  it("finds its way past a socket that a killed product left", async () => {
    const folder = await mkdtemp(join(root, "killed-"));
    await writeFile(join(folder, "control.sock"), "");
    const control = await openControl(folder, async (target) => ({
      files: 0,
      bytes: 0,
      pausedMs: 0,
      target,
    }));
    expect(await requestBackup(folder, "/backups/1")).not.toBeNull();
    await control.close();
  });
});
