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
import { recordStatements } from "./statements.ts";

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
  const driver = recordStatements(
    url ? await createWorkerDatabase(url) : await embeddedDriver({ snapshot: await snapshotFile() }),
  );
  const seeds = await readSeeds(driver, await listUsedTables(driver));
  return {
    ...makeDb(driver),
    driver,
    reset: async () => {
      const used = await listUsedTables(driver);
      if (used.length === 0) return;
      // Tables that forbid deletion are emptied too: the replica role skips their triggers.
      await driver.script(
        `set session_replication_role = replica; truncate ${used.join(", ")} restart identity cascade; ${seeds}
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

/**
 * Our tables that had rows since they were last emptied: only those have pages. Emptying all of them before each test
 * costs most of the tests' time. A partitioned table is named when one of its partitions had rows.
 */
async function listUsedTables(driver: Driver): Promise<string[]> {
  const { rows } = await driver.query(
    `select distinct coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and pg_relation_size(c.oid) > 0
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss')
       and not (n.nspname = 'base' and c.relname = 'migrations')`,
    [],
  );
  return (rows as { name: string }[]).map((row) => row.name);
}

/**
 * A database named after the worker, copied for each test file from one that is migrated once. With TEST_POOLER_URL the
 * tests reach it through a pooler in transaction mode, as DATABASE_URL beside DATABASE_DIRECT_URL.
 */
async function createWorkerDatabase(url: string): Promise<Driver> {
  const name = `rawaj_test_${process.env.VITEST_POOL_ID ?? process.pid}`;
  const toUrl = (server: string, database: string) => {
    const own = new URL(server);
    own.pathname = `/${database}`;
    return own.href;
  };
  const options = { statementTimeoutMs: 30_000, log: silent };
  const connect = (database: string, poolSize = 12) =>
    serverDriver({ ...options, url: toUrl(url, database), poolSize });
  // One connection: the lock belongs to its session.
  const front = await connect("postgres", 1);
  await front.query("select pg_advisory_lock(hashtext('rawaj_migrated'))", []);
  const template = `rawaj_migrated_${await hashMigrations()}`;
  const { rows } = await front.query("select from pg_database where datname = $1", [template]);
  if (rows.length === 0) {
    await front.query("drop database if exists rawaj_migrating with (force)", []);
    await front.query("create database rawaj_migrating", []);
    const migrating = await connect("rawaj_migrating");
    await migrate(migrating, migrations);
    await migrating.close();
    await front.query(`alter database rawaj_migrating rename to ${template}`, []);
  }
  await front.query("select pg_advisory_unlock(hashtext('rawaj_migrated'))", []);
  await front.query(`drop database if exists ${name} with (force)`, []);
  await front.query(`create database ${name} template ${template}`, []);
  await front.close();
  const pooler = process.env.TEST_POOLER_URL;
  if (!pooler) return connect(name);
  return serverDriver({ ...options, url: toUrl(pooler, name), directUrl: toUrl(url, name), poolSize: 12 });
}

async function hashMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, file)));
  return hash.digest("hex").slice(0, 16);
}

/** One dump of the migrated database for all workers, made again when a migration changes. */
async function snapshotFile(): Promise<string> {
  const folder = join(root, "node_modules/.cache/rawaj");
  const file = join(folder, `migrated-${await hashMigrations()}.tar`);
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
