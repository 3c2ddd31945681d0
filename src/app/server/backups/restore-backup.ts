import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Driver, makeDb, sql } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { lockFolder } from "#base/server/db/folder-lock.ts";
import { BackupRefused, listFiles, type Manifest, verifyBackup } from "./manifest.ts";

type OpenDatabase = (folder: string) => Promise<Driver>;

export type RestoreResult = {
  manifest: Manifest;
  /** Of all ledger accounts; 0 in every right ledger. */
  ledgerSumHalalas: number;
  /** Media that the database names, and those of them that the back-up has not. */
  media: { named: number; missing: string[] };
};

/**
 * Puts a back-up into a data folder that has no database yet, after every file of it was compared with its manifest. The
 * next start of the product finds it, and migrates it where it is newer. Throws BackupRefused; then nothing was changed.
 * The database is opened by `open`.
 */
export async function restoreBackup(
  backup: string,
  dataFolder: string,
  open: OpenDatabase = (folder) => embeddedDriver({ folder }),
): Promise<RestoreResult> {
  const manifest = await verifyBackup(backup);
  const database = join(dataFolder, "database");
  await mkdir(dataFolder, { recursive: true });
  if ((await listFiles(database)).length > 0)
    throw new BackupRefused(
      `${database} holds a database: move it away first, or set DATA_DIR to an empty folder.`,
    );
  const lock = await lockFolder(database);
  try {
    const draft = `${database}.partial`;
    await rm(draft, { recursive: true, force: true });
    await cp(join(backup, "database"), draft, { recursive: true });
    await cp(join(backup, "media"), join(dataFolder, "media"), { recursive: true }).catch(ignoreMissing);
    await rm(database, { recursive: true, force: true }); // empty
    await rename(draft, database);
    const driver = await open(database);
    try {
      return { manifest, ...(await inspect(driver, join(dataFolder, "media/objects"))) };
    } finally {
      await driver.close();
    }
  } finally {
    await lock.release();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Compares the restored database, opened as the product would, with itself and with the media. */
async function inspect(driver: Driver, objects: string): Promise<Omit<RestoreResult, "manifest">> {
  const db = makeDb(driver);
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(balance_halalas), 0)::bigint as sum from wallet.accounts`);
  const keys = await db.many<{ key: string }>(sql`
    select storage_key as key from creative.media union all select thumbnail_key from creative.media`);
  const missing: string[] = [];
  for (const { key } of keys) {
    const isThere = await stat(join(objects, key)).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(key);
  }
  return { ledgerSumHalalas: sum, media: { named: keys.length, missing } };
}
