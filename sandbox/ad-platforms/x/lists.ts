import type { Json } from "../shared/field-table.ts";
import { invalid, XError } from "./errors.ts";
import { boolean, id, integer, listOf, type ParamTable, text } from "./params.ts";
import type { ApiResponse } from "./router.ts";

const SORTS = /^(created_at|updated_at|name)-(asc|desc)$/;

/** What every list takes (docs.x.com, X Ads API: pagination, sorting). */
export const listParams: ParamTable = {
  count: { read: integer(1, 1_000) },
  cursor: { read: text(200) },
  sort_by: { read: text(40) },
  with_deleted: { read: boolean },
  with_total_count: { read: boolean },
};
/** Lists of ids take up to 200 of them. */
export const ids = { read: listOf(id) };

/** A row that is listed: what is shown of it, and whether it is gone. */
export type Listed = { presented: Json; isGone: boolean };

/** One page: 200 entries unless told, a cursor as long as there is more. */
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
  const kept = sortRows(
    params,
    rows.filter(({ isGone }) => params.with_deleted === true || !isGone),
  );
  const count = Number(params.count ?? fallback);
  const from = decodeCursor(params.cursor);
  const isMore = from + count < kept.length;
  const more: Json = {
    next_cursor: isMore ? Buffer.from(`at:${from + count}`).toString("base64url") : null,
    ...(params.with_total_count === true ? { total_count: kept.length } : {}),
  };
  const data = kept.slice(from, from + count).map(({ presented }) => presented);
  return { params: accountId ? { account_id: accountId, ...params } : params, data, more };
}

function sortRows(params: Json, rows: Listed[]): Listed[] {
  if (params.sort_by === undefined) return rows;
  const asked = SORTS.exec(String(params.sort_by));
  if (!asked) throw invalid("sort_by", `sort_by ${params.sort_by} is not known`, params.sort_by);
  const [, field = "", way] = asked;
  const sorted = rows.toSorted((a, b) =>
    String(a.presented[field]).localeCompare(String(b.presented[field])),
  );
  return way === "desc" ? sorted.reverse() : sorted;
}

function decodeCursor(cursor: unknown): number {
  if (cursor === undefined) return 0;
  const at = /^at:(\d+)$/.exec(Buffer.from(String(cursor), "base64url").toString("utf8"))?.[1];
  if (at === undefined) throw invalid("cursor", "The cursor is not valid", cursor);
  return Number(at);
}

/** `q` and `name`: the beginning of a name, whatever its case (docs, Cards, Tweets). */
export function beginsWith(name: unknown, beginning: unknown): boolean {
  return beginning === undefined || String(name).toLowerCase().startsWith(String(beginning).toLowerCase());
}

/** Whether an `…_ids` filter lets an id through. */
export function isRequested(asked: unknown, given: string): boolean {
  return !Array.isArray(asked) || asked.includes(given);
}
