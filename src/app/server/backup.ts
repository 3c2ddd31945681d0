import { join } from "node:path";
import { systemClock } from "#base/server/clock.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { FolderLockedError, lockFolder } from "#base/server/db/folder-lock.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { requestBackup } from "./backups/control-socket.ts";
import { type BackupResult, makeBackup } from "./backups/make-backup.ts";
import { BackupRefused } from "./backups/manifest.ts";
import { readBackupSettings } from "./settings.ts";

/** `npm run backup -- FOLDER`: a consistent copy of the embedded database and the media, while the product runs or not. */

async function backUp(target: string | undefined): Promise<BackupResult> {
  if (!target) throw new BackupRefused("npm run backup -- FOLDER");
  const { DATABASE_URL, DATA_DIR, vaultKeys } = readBackupSettings(process.env);
  if (DATABASE_URL)
    throw new BackupRefused(
      "DATABASE_URL is set: a server is backed up by its own means, with deploy/postgres (docs/runbook/back-up.md).",
    );
  if (!vaultKeys) throw new BackupRefused(`${DATA_DIR} holds no product.`);
  const made = await requestBackup(DATA_DIR, target);
  if (made) return made;
  const folder = join(DATA_DIR, "database");
  const lock = await lockFolder(folder);
  const driver = await embeddedDriver({ folder });
  try {
    return await makeBackup(
      { driver, dataFolder: DATA_DIR, keys: vaultKeys, now: systemClock.now() },
      target,
    );
  } finally {
    await driver.close();
    await lock.release();
  }
}

try {
  const { target, files, bytes, pausedMs } = await backUp(process.argv[2]);
  process.stdout.write(
    `${target}: ${files} files, ${(bytes / 1_048_576).toFixed(1)} MB; requests waited ${pausedMs} ms.
Keep SECRET_KEYS (or the file secret-keys of the data folder) apart from it: without them no secret in it can be opened.\n`,
  );
} catch (error) {
  const isPlain =
    error instanceof BackupRefused || error instanceof SettingsNotValid || error instanceof FolderLockedError;
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
