import type { Context } from "../context.ts";
import { type Db, join, raw, sql } from "../db/db.ts";
import type { Owner } from "./personal-data.ts";
import { list, ownedBy, type TableShape } from "./tables.ts";

/** Rows of one transaction: locks are held for a moment only. */
const batchRows = 2_000;

/** Deletes a batch of the merchant's rows of a table; returns whether none are left. */
export async function deleteOwnRows(
  { tx, actor }: Context,
  { shape, owner }: { shape: TableShape; owner: Owner },
): Promise<boolean> {
  const { table, key } = shape;
  const deleted = await tx.run(sql`
    delete from ${raw(table)} where (${list(key)}) in (
      select ${list(key)} from ${raw(table)} where ${ownedBy(owner, actor.merchantId)} limit ${batchRows})`);
  return deleted < batchRows;
}

/** Gives columns of the merchant's rows another value: `values` are SQL expressions of the declaring module. */
export async function rewriteOwnRows(
  { tx, actor }: Context,
  { table, owner, values }: { table: string; owner: Owner; values: Readonly<Record<string, string>> },
): Promise<void> {
  const set = join(
    Object.entries(values).map(([column, value]) => sql`${raw(`"${column}"`)} = ${raw(value)}`),
  );
  await tx.run(sql`update ${raw(table)} set ${set} where ${ownedBy(owner, actor.merchantId)}`);
}

/** Deletes a batch of the rows of all merchants that are older than they may be; returns whether none are left. */
export async function deleteOldRows(
  db: Db,
  { shape, since, before }: { shape: TableShape; since: string; before: Date },
): Promise<boolean> {
  const { table, key } = shape;
  const deleted = await db.run(sql`
    delete from ${raw(table)} where (${list(key)}) in (
      select ${list(key)} from ${raw(table)} where ${raw(`"${since}"`)} < ${before} limit ${batchRows})`);
  return deleted < batchRows;
}

/** Tables whose rows are never changed otherwise accept it within this transaction. */
export async function allowErasure({ tx }: Context): Promise<void> {
  await tx.one(sql`select set_config('rawaj.erasure', 'on', true)`);
}
