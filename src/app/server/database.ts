import { join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { lockFolder } from "#base/server/db/folder-lock.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { serverDriver } from "#base/server/db/server-driver.ts";
import type { Log } from "#base/server/log.ts";
import type { Settings } from "./settings.ts";

const statementTimeoutMs = 20_000;

/**
 * The database the settings name, migrated: a PostgreSQL server, or the embedded one in a folder this process alone owns.
 */
export async function openDatabase(
  settings: Pick<Settings, "DATABASE_URL" | "DATABASE_POOL" | "DATA_DIR">,
  log: Log,
): Promise<Driver> {
  const driver = settings.DATABASE_URL
    ? await serverDriver({
        url: settings.DATABASE_URL,
        poolSize: settings.DATABASE_POOL,
        statementTimeoutMs,
        log,
      })
    : await openEmbedded(settings.DATA_DIR);
  const ran = await migrate(driver, join(import.meta.dirname, "../../../db/migrations"));
  if (ran.length > 0) log.info({ migrations: ran }, "migrations were applied");
  return driver;
}

async function openEmbedded(dataFolder: string): Promise<Driver> {
  const folder = join(dataFolder, "database");
  const lock = await lockFolder(folder);
  const driver = await embeddedDriver({ folder });
  return {
    ...driver,
    async close() {
      await driver.close();
      await lock.release();
    },
  };
}
