import { makeDb } from "#base/server/db/db.ts";
import { FolderLockedError } from "#base/server/db/folder-lock.ts";
import { makeLog } from "#base/server/log.ts";
import { reseal } from "#base/server/sealed/reseal.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { openDatabase } from "./database.ts";
import { serverModules } from "./find-modules.ts";
import { readBackupSettings, readCommandSettings } from "./settings.ts";

/**
 * `npm run reseal`: seals every stored secret with the newest of `SECRET_KEYS`, after which the older ones may go
 * (docs/runbook/rotate-keys.md). Ends with 1 while something is left.
 */
try {
  const { vaultKeys, DATA_DIR } = readBackupSettings(process.env);
  if (!vaultKeys) throw new SettingsNotValid([`SECRET_KEYS: not set, and ${DATA_DIR} holds no key`]);
  const driver = await openDatabase(readCommandSettings(process.env), makeLog("error"));
  try {
    const declared = serverModules.flatMap(({ sealed = [] }) => sealed);
    const done = await reseal(makeDb(driver), vaultKeys, declared);
    for (const { place, resealed, unreadable, left } of done)
      process.stdout.write(`${place}: ${resealed} sealed anew, ${unreadable} unreadable, ${left} left\n`);
    const left = done.reduce((sum, one) => sum + one.left, 0);
    process.stdout.write(
      left === 0
        ? `Everything is sealed with ${vaultKeys[0].id}: the other keys may go.\n`
        : `${left} are left: run it again, and see docs/runbook/rotate-keys.md before a key goes.\n`,
    );
    if (left > 0) process.exitCode = 1;
  } finally {
    await driver.close();
  }
} catch (error) {
  const isPlain = error instanceof SettingsNotValid || error instanceof FolderLockedError;
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
