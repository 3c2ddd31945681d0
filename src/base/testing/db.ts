import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Db, type Driver, makeDb } from "../server/db/db.ts";
import { embeddedDriver } from "../server/db/embedded-driver.ts";
import { migrate } from "../server/db/migrate.ts";
import { serverDriver } from "../server/db/server-driver.ts";
import { makeJobQueue } from "../server/jobs.ts";
import { makeLog } from "../server/log.ts";
import { recordStatements, statementsFolder } from "./statements.ts";

const root = join(import.meta.dirname, "../../..");
const migrations = join(root, "db/migrations");
const silent = makeLog("silent");

export type TestDb = Db & {
  driver: Driver;
  /** Empties all our tables. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A migrated, empty database for this test file: embedded and in memory, or on the server that TEST_DATABASE_URL names,
 * where each worker has a database of its own. The same tests pass on both.
 */
export async function testDb(): Promise<TestDb> {
  const url = process.env.TEST_DATABASE_URL;
  const opened = url
    ? await createWorkerDatabase(url)
    : await embeddedDriver({ snapshot: await snapshotFile() });
  const driver = statementsFolder ? recordStatements(opened, statementsFolder) : opened;
  const tables = await listTables(driver);
  const seeds = await readSeeds(driver, tables);
  return {
    ...makeDb(driver),
    driver,
    reset: async () => {
      // Tables that forbid deletion are emptied too: the replica role skips their triggers.
      await driver.script(
        `set session_replication_role = replica; truncate ${tables.join(", ")} restart identity cascade; ${seeds}
         set session_replication_role = origin`,
      );
    },
    close: () => driver.close(),
  };
}

/** The rows that migrations insert into tables, as statements that restore them. */
async function readSeeds(driver: Driver, tables: readonly string[]): Promise<string> {
  const statements: string[] = [];
  for (const table of tables) {
    const { rows } = await driver.query(`select json_agg(t)::text as seed from ${table} t`, []);
    const { seed } = rows[0] as { seed: string | null };
    if (!seed) continue;
    statements.push(
      `insert into ${table} overriding system value
       select * from json_populate_recordset(null::${table}, $seed$${seed}$seed$);`,
    );
  }
  return statements.join("\n");
}

async function listTables(driver: Driver): Promise<string[]> {
  const { rows } = await driver.query(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables t
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
       and not (table_schema = 'base' and table_name = 'migrations')
       and not exists (select 1 from pg_inherits where inhrelid = (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass)`,
    [],
  );
  return (rows as { name: string }[]).map((row) => row.name);
}

/** A database named after the worker, made anew for each test file. */
async function createWorkerDatabase(url: string): Promise<Driver> {
  const name = `rawaj_test_${process.env.VITEST_POOL_ID ?? process.pid}`;
  const connect = (database: string) => {
    const own = new URL(url);
    own.pathname = `/${database}`;
    return serverDriver({ url: own.href, poolSize: 12, statementTimeoutMs: 30_000, log: silent });
  };
  const front = await connect("postgres");
  await front.query(`drop database if exists ${name} with (force)`, []);
  await front.query(`create database ${name}`, []);
  await front.close();
  const driver = await connect(name);
  await migrate(driver, migrations);
  return driver;
}

/** One dump of the migrated database for all workers, made again when a migration changes. */
async function snapshotFile(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, file)));
  const folder = join(root, "node_modules/.cache/rawaj");
  const file = join(folder, `migrated-${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  const driver = await embeddedDriver({});
  await migrate(driver, migrations);
  const jobs = makeJobQueue({ driver, log: silent, jobs: [] });
  await jobs.prepare();
  await jobs.stop();
  const own = `${file}.${process.pid}.${Date.now()}`;
  await driver.dump(own);
  await driver.close();
  await rename(own, file);
  return file;
}
