import type { Json } from "../shared/field-table.ts";
import { invalid, XError } from "./errors.ts";
import { boolean, id, integer, listOf, type ParamTable, text } from "./params.ts";
import type { ApiResponse } from "./router.ts";

const SORTS = /^(created_at|updated_at|name)-(asc|desc)$/;

/** The common parameters of every list (docs.x.com, X Ads API: pagination, sorting). */
export const listParams: ParamTable = {
  count: { read: integer(1, 1_000) },
  cursor: { read: text(200) },
  sort_by: { read: text(40) },
  with_deleted: { read: boolean },
  with_total_count: { read: boolean },
};
/** Lists of ids have up to 200 entries. */
export const ids = { read: listOf(id) };

/** A row of a list: its presented form, and whether it is deleted. */
export type Listed = { presented: Json; isDeleted: boolean };

/** One page: 200 entries by default, a cursor while there is more. */
export function paginate(
  params: Json,
  accountId: string | null,
  rows: Listed[],
  fallback = 200,
): ApiResponse {
  if (params.cursor !== undefined && params.with_total_count === true)
    throw new XError(400, {
      code: "EXCLUSIVE_PARAMETERS",
      message: "cursor and with_total_count exclude each other",
    });
  const matches = sortRows(
    params,
    rows.filter(({ isDeleted }) => params.with_deleted === true || !isDeleted),
  );
  const count = Number(params.count ?? fallback);
  const from = decodeCursor(params.cursor);
  const isMore = from + count < matches.length;
  const more: Json = {
    next_cursor: isMore ? Buffer.from(`at:${from + count}`).toString("base64url") : null,
    ...(params.with_total_count === true ? { total_count: matches.length } : {}),
  };
  const data = matches.slice(from, from + count).map(({ presented }) => presented);
  return { params: accountId ? { account_id: accountId, ...params } : params, data, more };
}

function sortRows(params: Json, rows: Listed[]): Listed[] {
  if (params.sort_by === undefined) return rows;
  const sortMatch = SORTS.exec(String(params.sort_by));
  if (!sortMatch) throw invalid("sort_by", `sort_by ${params.sort_by} is not known`, params.sort_by);
  const [, field = "", direction] = sortMatch;
  const sorted = rows.toSorted((a, b) =>
    String(a.presented[field]).localeCompare(String(b.presented[field])),
  );
  return direction === "desc" ? sorted.reverse() : sorted;
}

function decodeCursor(cursor: unknown): number {
  if (cursor === undefined) return 0;
  const at = /^at:(\d+)$/.exec(Buffer.from(String(cursor), "base64url").toString("utf8"))?.[1];
  if (at === undefined) throw invalid("cursor", "The cursor is not valid", cursor);
  return Number(at);
}

/** `q` and `name`: a name's prefix, case-insensitive (docs, Cards, Tweets). */
export function beginsWith(name: unknown, beginning: unknown): boolean {
  return beginning === undefined || String(name).toLowerCase().startsWith(String(beginning).toLowerCase());
}

/** Whether an `…_ids` filter matches an id. */
export function isRequested(requested: unknown, id: string): boolean {
  return !Array.isArray(requested) || requested.includes(id);
}
