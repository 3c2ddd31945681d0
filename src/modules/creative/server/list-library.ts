import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { libraryQuery } from "../contract/library.calls.ts";
import type { MediaSort } from "../contract/library.ts";
import { type MediaRecord, mediaWithUses } from "./media.store.ts";

export type LibraryQuery = z.output<typeof libraryQuery>;
type LibraryPage = { items: MediaRecord[]; total: number; next: string | null };

/** The column each sort key uses. The id breaks ties and is itself the order of creation. */
const sorts: Record<MediaSort, { column: string; valueOf(row: MediaRecord): string | number }> = {
  created: { column: "m.id", valueOf: (row) => row.id },
  name: { column: "m.name_folded", valueOf: (row) => row.name_folded },
  size: { column: "m.bytes", valueOf: (row) => row.bytes },
};

/** One page of the merchant's files. With the `after` cursor of the previous page, every page costs the same. */
export async function listLibrary(ctx: ReadContext, query: LibraryQuery): Promise<LibraryPage> {
  const { db } = ctx;
  const { size, page, sort, order, after } = query;
  const from = after === undefined ? null : decodeCursor(after, sort);
  const filters = toFilters(ctx, query);
  const way = raw(order);
  const column = raw(sorts[sort].column);
  const beyond = raw(order === "asc" ? ">" : "<");
  const place = from === null ? empty : sql`and (${column}, m.id) ${beyond} ${toRow(from, sort)}`;
  const rows = await db.many<MediaRecord>(sql`
    ${mediaWithUses} where ${filters} ${place} order by ${column} ${way}, m.id ${way}
    limit ${size + 1} offset ${from === null ? (page - 1) * size : 0}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from creative.media m where ${filters}`,
  );
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const next = last && rows.length > size ? encodeCursor([sorts[sort].valueOf(last), last.id]) : null;
  return { items, total, next };
}

const isUsed = sql`exists (select 1 from creative.media_uses u where u.media_id = m.id)`;

function toFilters({ actor }: ReadContext, { search, kind, use }: LibraryQuery): Sql {
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  return join(
    [
      sql`m.merchant_id = ${actor.merchantId}`,
      ...(kind ? [sql`m.kind = ${kind}`] : []),
      ...(use ? [use === "used" ? isUsed : sql`not ${isUsed}`] : []),
      ...(words.length > 0 ? [sql`m.name_folded like all (${words.map(likePattern)}::text[])`] : []),
    ],
    " and ",
  );
}

type Cursor = [value: string | number, id: string];

const toRow = ([value, id]: Cursor, sort: MediaSort) =>
  sql`(${value}::${raw(sort === "size" ? "bigint" : "text")}, ${id})`;

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: unknown) =>
  typeof value === "string" && !value.includes("\u0000") && value.isWellFormed();

/** A cursor that is not ours (of another sort order, or invented) is ignored. */
function decodeCursor(text: string, sort: MediaSort): Cursor | null {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, unknown];
    const isValue = sort === "size" ? Number.isSafeInteger(value) : isStorable(value);
    return isValue && isStorable(id) ? [value as string | number, id as string] : null;
  } catch {
    return null;
  }
}
