import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Driver } from "./db.ts";

const lockKey = 7_204_411; // any number that no other advisory lock on the server uses

/**
 * Migrates the database: runs each file of `folder` once, in name order, each in a transaction of its own. A lock
 * serializes servers that start together. A file that changed after it ran is refused.
 */
export async function migrate(driver: Driver, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  await driver.transaction(async (session) => {
    await session.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await session.script(`
      create schema if not exists base;
      create table if not exists base.migrations (
        name text primary key, checksum text not null, ran_at timestamptz not null default now())`);
  });

  const ran: string[] = [];
  for (const file of files) {
    const script = await readFile(join(folder, file), "utf8");
    const checksum = createHash("sha256").update(script).digest("hex");
    const isNew = await driver.transaction(async (session) => {
      await session.query("select pg_advisory_xact_lock($1)", [lockKey]);
      const { rows } = await session.query("select checksum from base.migrations where name = $1", [file]);
      const known = rows[0] as { checksum: string } | undefined;
      if (known && known.checksum !== checksum) throw new Error(`migration ${file} was changed after it ran`);
      if (known) return false;
      await session.script(script);
      await session.query("insert into base.migrations (name, checksum) values ($1, $2)", [file, checksum]);
      return true;
    });
    if (isNew) ran.push(file);
  }
  return ran;
}
