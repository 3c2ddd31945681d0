import { makeLog } from "#base/server/log.ts";
import { SettingsNotValid } from "#base/server/settings.ts";
import { openDatabase } from "./database.ts";
import { readCommandSettings } from "./settings.ts";

/**
 * Brings the database of the settings to this release's migrations and ends: 0 when it is there, 1 with the reason when not. A
 * release runs it before its roles start, which find nothing left to do. Two at once wait for each other.
 */
try {
  const settings = readCommandSettings(process.env);
  const driver = await openDatabase(settings, makeLog("info"));
  await driver.close();
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof SettingsNotValid ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}
