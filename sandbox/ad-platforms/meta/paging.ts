import { boolean, integer, type Json } from "../shared/field-table.ts";
import type { Call } from "./call.ts";
import { invalid } from "./errors.ts";
import { PAGE_DEFAULT, PAGE_MAX } from "./facts.ts";
import { option } from "./params.ts";

/** A page of an edge: `data`, cursors, and the full address of the next page while there is more. */
export function paginate<Row>(call: Call, rows: readonly Row[], present: (row: Row) => Json): Json {
  const limit = Number(option(call.params, "limit", integer(1)) ?? PAGE_DEFAULT);
  if (limit > PAGE_MAX) throw invalid(`Param limit must be at most ${PAGE_MAX}`, { blame: ["limit"] });
  const { from, to } = computeWindow(call, rows.length, limit);
  const data = rows.slice(from, to).map(present);
  const counted = call.params.summary && wantsCount(call.params.summary);
  const summary = counted ? { summary: { total_count: rows.length } } : {};
  if (data.length === 0) return { data, ...summary };
  const link = (cursor: "after" | "before", at: number) => linkTo(call, cursor, encodeCursor(at));
  return {
    data,
    paging: {
      cursors: { before: encodeCursor(from), after: encodeCursor(to) },
      ...(to < rows.length ? { next: link("after", to) } : {}),
      ...(from > 0 ? { previous: link("before", from) } : {}),
    },
    ...summary,
  };
}

function computeWindow(call: Call, length: number, limit: number): { from: number; to: number } {
  const { after, before } = call.params;
  if (before !== undefined) {
    const to = Math.min(decodeCursor(before), length);
    return { from: Math.max(0, to - limit), to };
  }
  const from = after === undefined ? 0 : decodeCursor(after);
  return { from, to: Math.min(from + limit, length) };
}

function wantsCount(requestedSummary: unknown): boolean {
  return (
    requestedSummary === "total_count" ||
    requestedSummary === "true" ||
    boolean(requestedSummary, "summary") === null
  );
}

function encodeCursor(at: number): string {
  return Buffer.from(`at:${at}`).toString("base64url");
}

function decodeCursor(cursor: unknown): number {
  const at = /^at:(\d+)$/.exec(Buffer.from(String(cursor), "base64url").toString("utf8"))?.[1];
  if (at === undefined) throw invalid("Param after is not a cursor of this list", { blame: ["after"] });
  return Number(at);
}

/** The same read from another cursor; the token is part of the link, as in Meta's own. */
function linkTo(call: Call, name: "after" | "before", cursor: string): string {
  const link = new URL(`${call.origin}/${call.version}/${call.path.join("/")}`);
  for (const [key, value] of Object.entries(call.params)) {
    if (key === "after" || key === "before" || value === undefined) continue;
    link.searchParams.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  link.searchParams.set("access_token", call.token);
  link.searchParams.set(name, cursor);
  return link.href;
}
