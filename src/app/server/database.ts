import { join } from "node:path";
import type { Db, Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { lockFolder } from "#base/server/db/folder-lock.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { makeReadReplica, type ReadReplica, withoutReplica } from "#base/server/db/read-replica.ts";
import { replicaDriver, serverDriver } from "#base/server/db/server-driver.ts";
import type { Log } from "#base/server/log.ts";
import type { Settings } from "./settings.ts";

const migrationsFolder = join(import.meta.dirname, "../../../db/migrations");
const statementTimeoutMs = 20_000;

type DatabaseSettings = Pick<
  Settings,
  "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_NAMED_STATEMENTS" | "DATABASE_POOL" | "DATA_DIR"
>;

/**
 * The database the settings name, migrated: a PostgreSQL server, or the embedded one in a folder this process alone owns.
 */
export async function openDatabase(settings: DatabaseSettings, log: Log): Promise<Driver> {
  const driver = settings.DATABASE_URL
    ? await openServer(settings, settings.DATABASE_URL, log)
    : await openEmbedded(settings.DATA_DIR);
  const ran = await migrateDirectly(settings, driver, log);
  if (ran.length > 0) log.info({ migrations: ran }, "migrations were applied");
  return driver;
}

const openServer = (settings: DatabaseSettings, url: string, log: Log): Promise<Driver> =>
  serverDriver({
    url,
    directUrl: settings.DATABASE_DIRECT_URL,
    namesStatements: toNamesStatements(settings),
    poolSize: settings.DATABASE_POOL,
    statementTimeoutMs,
    log,
  });

const toNamesStatements = ({ DATABASE_NAMED_STATEMENTS: flag }: DatabaseSettings) =>
  flag === undefined ? undefined : flag === "on";

/** A server is migrated over connections of its own, past a pooler, without the time limit of an index that is made. */
async function migrateDirectly(settings: DatabaseSettings, driver: Driver, log: Log): Promise<string[]> {
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  if (!url || !settings.DATABASE_URL) return migrate(driver, migrationsFolder);
  const direct = await serverDriver({ url, poolSize: 2, statementTimeoutMs: 0, log });
  try {
    return await migrate(direct, migrationsFolder);
  } finally {
    await direct.close();
  }
}

/**
 * Where reads go that a replica may answer: the one that the settings name, or the database itself. With
 * DATABASE_DIRECT_URL the replica stands behind a pooler too.
 */
export function openReadReplica(
  settings: DatabaseSettings & Pick<Settings, "DATABASE_READ_URL" | "DATABASE_READ_LAG_SECONDS">,
  primary: Db,
  log: Log,
): ReadReplica & { close(): Promise<void> } {
  if (!settings.DATABASE_READ_URL) return { ...withoutReplica(primary), close: async () => {} };
  const replica = replicaDriver({
    url: settings.DATABASE_READ_URL,
    isPooled: settings.DATABASE_DIRECT_URL !== undefined,
    namesStatements: toNamesStatements(settings),
    poolSize: settings.DATABASE_POOL,
    statementTimeoutMs,
    log,
  });
  const maxLagMs = settings.DATABASE_READ_LAG_SECONDS * 1_000;
  return { ...makeReadReplica({ primary, replica, maxLagMs, log }), close: replica.close };
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
