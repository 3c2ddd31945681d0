import type { ReadContext } from "../context.ts";
import { empty, join, raw, sql } from "../db/db.ts";
import { yieldToRequests } from "../yield-to-requests.ts";
import { isSecret, type Owner } from "./personal-data.ts";
import { after, type Column, list, ownedBy, type TableShape, toOwnKey } from "./tables.ts";

/** Rows in memory at once. */
const pageRows = 2_000;

type Input = { shape: TableShape; owner: Owner; without: readonly string[] };
type Line = { line: string; place: string[] | null };

/** The columns that an export shows. */
export const listShown = ({ shape, without }: Pick<Input, "shape" | "without">): Column[] =>
  shape.columns.filter(({ name, type }) => type !== "bytea" && !isSecret(name) && !without.includes(name));

/**
 * All rows of the merchant in a table as lines of JSON, in pages by its primary key: as many rows as a page has are in
 * memory, however many there are.
 */
export async function* readRows(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  { shape, owner, without }: Input,
): AsyncGenerator<string[]> {
  const key = toOwnKey(shape, owner);
  const shown = listShown({ shape, without });
  const place =
    key.length > 0 ? sql`array[${join(key.map(({ name }) => sql`${raw(`"${name}"`)}::text`))}]` : sql`null`;
  for (let last: string[] | null = null; ; ) {
    await yieldToRequests();
    const rows: Line[] = await db.many<Line>(sql`
      select (select row_to_json(shown)::text from (select ${list(shown)}) shown) as line, ${place} as place
      from ${raw(shape.table)} where ${ownedBy(owner, actor.merchantId)} ${after(key, last)}
      ${key.length > 0 ? sql`order by ${list(key)}` : empty} limit ${pageRows}`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    last = rows.at(-1)?.place ?? null;
    if (rows.length < pageRows || last === null) return;
  }
}
