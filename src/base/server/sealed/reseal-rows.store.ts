import { type Db, join, raw, sql } from "../db/db.ts";
import type { SealedColumns } from "./sealed-columns.ts";

export type SealedRow = { key: string[]; sealed: string };

const name = (column: string) => raw(`"${column}"`);
const keyList = ({ key }: SealedColumns) => join(key.map(name));

/** Text that another key than `keyId` has sealed. Ids of keys have no signs that `like` reads as patterns. */
const isOlder = (column: string, keyId: string) =>
  sql`${name(column)} is not null and ${name(column)} not like ${`v1.${keyId}.%`}`;

type Older = { declared: SealedColumns; column: string; keyId: string };

/** The next rows by their key. */
export function listOlder(
  db: Db,
  { declared, column, keyId }: Older,
  { after, size }: { after: readonly string[] | null; size: number },
): Promise<SealedRow[]> {
  const isAfter = after
    ? sql`and (${keyList(declared)}) > (${join(after.map((part) => sql`${part}`))})`
    : sql``;
  return db.many<SealedRow>(sql`
    select array[${keyList(declared)}]::text[] as key, ${name(column)} as sealed from ${raw(declared.table)}
    where ${isOlder(column, keyId)} and not coalesce(${raw(declared.isBusy ?? "false")}, false) ${isAfter}
    order by ${keyList(declared)} limit ${size}`);
}

/** Replaces sealed texts that are still as they were read, in one statement; returns how many. */
export function replaceSealed(
  db: Db,
  { declared, column }: Pick<Older, "declared" | "column">,
  rows: readonly (SealedRow & { fresh: string })[],
): Promise<number> {
  const table = raw(declared.table);
  const keys = declared.key.map((part, index) => ({ part, values: rows.map(({ key }) => key[index] ?? "") }));
  const arrays = [
    ...keys.map(({ values }) => values),
    rows.map(({ sealed }) => sealed),
    rows.map(({ fresh }) => fresh),
  ].map((values) => sql`${values}::text[]`);
  const names = join([...keys.map((_, index) => raw(`k${index}`)), raw("old"), raw("fresh")]);
  const sameKey = join(
    keys.map(({ part }, index) => sql`t.${name(part)} = given.${raw(`k${index}`)}`),
    " and ",
  );
  return db.run(sql`
    update ${table} as t set ${name(column)} = given.fresh from unnest(${join(arrays)}) as given (${names})
    where ${sameKey} and t.${name(column)} = given.old and not coalesce(${raw(declared.isBusy ?? "false")}, false)`);
}

/** How many rows another key has sealed, busy ones too. */
export async function countOlder(db: Db, { declared, column, keyId }: Older): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from ${raw(declared.table)} where ${isOlder(column, keyId)}`);
  return count;
}
