import { join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { serverDriver } from "#base/server/db/server-driver.ts";
import { makeLog } from "#base/server/log.ts";
import { startPostgres } from "../../scripts/postgres.ts";

const migrations = join(import.meta.dirname, "../../db/migrations");

/** A PostgreSQL server like a small production one: durable, with a gigabyte of its own memory. */
export const startBenchServer = () => startPostgres({ shared_buffers: "1GB", max_wal_size: "4GB" });

/** Opens the product's database at a server's address, migrated. */
export async function openMigrated(url: string): Promise<Driver> {
  const driver = await serverDriver({
    url,
    poolSize: 8,
    statementTimeoutMs: 600_000,
    log: makeLog("silent"),
  });
  await migrate(driver, migrations);
  return driver;
}

/** Opens the embedded database in the product's data folder, migrated. Close it before the product opens it. */
export async function openEmbedded(dataFolder: string): Promise<Driver> {
  const driver = await embeddedDriver({ folder: join(dataFolder, "database") });
  await migrate(driver, migrations);
  return driver;
}

/** Another empty database on the same server; returns its address. */
export async function makeDatabase(server: { url: string }, name: string): Promise<string> {
  const front = await serverDriver({
    url: server.url,
    poolSize: 1,
    statementTimeoutMs: 60_000,
    log: makeLog("silent"),
  });
  await front.query(`create database ${name}`, []);
  await front.close();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
