import { makeDb } from "#base/server/db/db.ts";
import { FolderLockedError } from "#base/server/db/folder-lock.ts";
import { makeLog } from "#base/server/log.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { StaffCommandRefused } from "#modules/staff/server/manage-members.ts";
import { openDatabase } from "./database.ts";
import { readCommandSettings } from "./settings.ts";
import { parseStaffCommand, runStaffCommand } from "./staff-command.ts";

/** `npm run staff`: adds, disables and restores people of the staff, on the database of the product. */
try {
  const command = parseStaffCommand(process.argv.slice(2));
  const settings = readCommandSettings(process.env);
  const driver = await openDatabase(settings, makeLog("error"));
  try {
    const done = await runStaffCommand(command, makeDb(driver), settings.PUBLIC_URL);
    process.stdout.write(`${done}\n`);
  } finally {
    await driver.close();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  const plain = [StaffCommandRefused, SettingsNotValid, FolderLockedError];
  const { message, stack } = error as Error;
  return plain.some((kind) => error instanceof kind) ? message : (stack ?? message);
}
