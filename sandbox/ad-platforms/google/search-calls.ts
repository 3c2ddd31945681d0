import type { Json } from "../shared/field-table.ts";
import { stableHex } from "../shared/stable-id.ts";
import type { Call } from "./api.ts";
import { requestError } from "./errors.ts";
import { PAGE_ROWS } from "./facts.ts";
import { parseMessage } from "./parse-message.ts";
import type { Context } from "./registry.ts";
import { runQuery } from "./run-query.ts";

/** Rows on a page: Google's number, unless the control API sets a smaller one to test a caller's paging. */
export function pageRows({ world }: Context): { rows: number } {
  return world.state("google.paging", () => ({ rows: PAGE_ROWS }));
}

/** One page of results; the token of the next page is valid for this query only. */
export function search({ context, customer, identity, request }: Call): Json {
  const body = parseMessage("SearchGoogleAdsRequest", request.body);
  if (body.pageSize !== undefined)
    throw requestError(
      400,
      "requestError",
      "PAGE_SIZE_NOT_SUPPORTED",
      "Setting the page size is not supported.",
    );
  const { rows, fieldMask } = runQuery(context, customer, identity, body.query);
  if (body.validateOnly === true) return {};
  const size = pageRows(context).rows;
  const mark = stableHex(customer.id, String(body.query)).slice(0, 16);
  const from = parseOffset(body.pageToken, mark);
  const page = rows.slice(from, from + size);
  const next = from + size < rows.length ? Buffer.from(`${mark}:${from + size}`).toString("base64url") : null;
  return {
    ...(page.length > 0 ? { results: page } : {}),
    ...(next ? { nextPageToken: next } : {}),
    fieldMask,
    queryResourceConsumption: String(100 + rows.length),
  };
}

function parseOffset(token: unknown, mark: string): number {
  if (token === undefined || token === "") return 0;
  const [owner, offset] = Buffer.from(String(token), "base64url").toString("utf8").split(":");
  if (owner !== mark || !/^\d+$/.test(offset ?? ""))
    throw requestError(
      400,
      "requestError",
      "INVALID_PAGE_TOKEN",
      "The page token is not valid for this query.",
    );
  return Number(offset);
}

/** The whole result as a list of parts. */
export function searchStream({ context, customer, identity, request, requestId }: Call): Json[] {
  const body = parseMessage("SearchGoogleAdsStreamRequest", request.body);
  const { rows, fieldMask } = runQuery(context, customer, identity, body.query);
  const size = pageRows(context).rows;
  const parts: Json[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += size) {
    const results = rows.slice(from, from + size);
    parts.push({ ...(results.length > 0 ? { results } : {}), fieldMask, requestId });
  }
  return parts;
}
