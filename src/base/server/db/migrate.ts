import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Driver, type Session, sqlState } from "./db.ts";

const lockKey = 7_204_411; // any number that no other advisory lock on the server uses

/**
 * While a migration waits for a table's lock, whoever comes after it waits too: so it gives up soon, and tries again when
 * those before it may have ended.
 */
const defaultLocks = { timeoutMs: 2_000, attempts: 20, pauseMs: 500 };
type Options = { last?: string; locks?: typeof defaultLocks };
/** A statement that takes longer holds locks for longer: such work belongs in a job, or in a file that runs outside. */
const statementTimeoutMs = 20_000;
const lockNotAvailable = "55P03";

/** The first line of a file whose one statement cannot run in a transaction: an index that is made concurrently. */
export const outsideMark = "-- outside a transaction";

/**
 * Migrates the database: runs each file of `folder` once, in name order, each in a transaction of its own. A lock
 * serializes servers that start together; nobody waits for it inside a statement, because an index that is made
 * concurrently waits for every statement that began before it. A file that changed after it ran is refused. The driver
 * needs two connections to a server itself, not to a pooler. With `last` only the files up to that one are run, for data that
 * was written when it was the newest.
 */
export async function migrate(
  driver: Driver,
  folder: string,
  { last, locks = defaultLocks }: Options = {},
): Promise<string[]> {
  const all = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const files = last === undefined ? all : all.filter((file) => file <= last);
  await serialized(driver, locks, (session) =>
    session.script(`
      create schema if not exists base;
      create table if not exists base.migrations (
        name text primary key, checksum text not null, ran_at timestamptz not null default now())`),
  );

  const ran: string[] = [];
  for (const file of files) {
    const script = await readFile(join(folder, file), "utf8");
    const checksum = createHash("sha256").update(script).digest("hex");
    const isNew = await serialized(driver, locks, async (session) => {
      const { rows } = await session.query("select checksum from base.migrations where name = $1", [file]);
      const known = rows[0] as { checksum: string } | undefined;
      if (known && known.checksum !== checksum) throw new Error(`migration ${file} was changed after it ran`);
      if (known) return false;
      if (!script.startsWith(outsideMark)) await session.script(script);
      else if (driver.kind === "server") {
        await session.script("select 1"); // the statement before it keeps a snapshot, for which the index would wait
        await runOutside(driver, script);
      } else await session.script(withoutConcurrently(script));
      await session.query("insert into base.migrations (name, checksum) values ($1, $2)", [file, checksum]);
      return true;
    }).catch((error) => {
      if (sqlState(error) !== lockNotAvailable) throw error;
      throw new Error(`migration ${file} found a table locked each time: what holds it?`, { cause: error });
    });
    if (isNew) ran.push(file);
  }
  return ran;
}

/** Runs `work` in a transaction that no other migrating server has at the same time; again when a table was locked. */
async function serialized<T>(
  driver: Driver,
  { timeoutMs, attempts, pauseMs }: typeof defaultLocks,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; ) {
    try {
      const done = await driver.transaction(async (session) => {
        const { rows } = await session.query("select pg_try_advisory_xact_lock($1) as taken", [lockKey]);
        if (!(rows[0] as { taken: boolean }).taken) return undefined;
        await session.script(
          `set local lock_timeout = ${timeoutMs}; set local statement_timeout = ${statementTimeoutMs}`,
        );
        return { value: await work(session) };
      });
      if (done) return done.value;
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || attempt >= attempts) throw error;
      attempt += 1;
    }
    await sleep(pauseMs);
  }
}

/**
 * The one statement of the file, on a connection of its own. An index that an interrupted attempt left is not valid: it is
 * dropped before.
 */
async function runOutside(driver: Driver, script: string): Promise<void> {
  const { name, table } = parseConcurrentIndex(script);
  const { rows } = await driver.query(
    `select i.indexrelid::regclass::text as name from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and i.indrelid = $2::regclass and not i.indisvalid`,
    [name, table],
  );
  for (const { name: broken } of rows as { name: string }[])
    await driver.query(`drop index concurrently ${broken}`, []);
  await driver.query(script, []);
}

/** The embedded database has one session, in which nobody else waits. */
const withoutConcurrently = (script: string) => script.replace(/\bconcurrently\b/i, "");

/** `create [unique] index concurrently if not exists <name> on <table>`: what a file outside a transaction may hold. */
export function parseConcurrentIndex(script: string): { name: string; table: string } {
  const [, name, table] =
    /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s+([\w.]+)/im.exec(
      script,
    ) ?? [];
  if (!name || !table)
    throw new Error(`a migration ${outsideMark.slice(3)} makes one index, concurrently and if not exists`);
  return { name, table };
}
