import { isObject, type Json } from "../shared/field-table.ts";
import { badParameter } from "./errors.ts";

const PAGE_SIZE_MAX = 1_000;
const PAGE_SIZE_DEFAULT = 10;

/** Refuses parameters that the endpoint does not name. */
export function rejectUnknownParams(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (!known.includes(name)) throw badParameter(`${name}: Unknown field`);
  }
}

/** Arrays and objects in a query are JSON text. */
function parseJsonParam(query: URLSearchParams, name: string): unknown {
  const text = query.get(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badParameter(`${name}: not valid JSON`);
  }
}

/** A list of texts, or undefined when it was not sent. */
export function parseListParam(query: URLSearchParams, name: string): string[] | undefined {
  const value = parseJsonParam(query, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
    throw badParameter(`${name}: a JSON list of strings is expected`);
  return value;
}

export function parseObjectParam(query: URLSearchParams, name: string): Json {
  const value = parseJsonParam(query, name) ?? {};
  if (!isObject(value)) throw badParameter(`${name}: a JSON object is expected`);
  return value;
}

export function parseObjectsParam(query: URLSearchParams, name: string): Json[] {
  const value = parseJsonParam(query, name) ?? [];
  if (!Array.isArray(value) || !value.every(isObject))
    throw badParameter(`${name}: a JSON list of objects is expected`);
  return value;
}

export function parseFlagParam(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)?.toLowerCase() ?? "false";
  if (text !== "true" && text !== "false") throw badParameter(`${name}: true or false is expected`);
  return text === "true";
}

/** One requested page of a list, with TikTok's page information. */
export function paginate<Row>(
  query: URLSearchParams,
  rows: readonly Row[],
  sizes = { max: PAGE_SIZE_MAX, fallback: PAGE_SIZE_DEFAULT },
): { rows: Row[]; page_info: Json } {
  const page = parseIntParam(query, "page", 1, Number.MAX_SAFE_INTEGER);
  const size = parseIntParam(query, "page_size", sizes.fallback, sizes.max);
  return {
    rows: rows.slice((page - 1) * size, page * size),
    page_info: {
      page,
      page_size: size,
      total_number: rows.length,
      total_page: Math.ceil(rows.length / size),
    },
  };
}

function parseIntParam(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  const value = text === null ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw badParameter(`${name}: a whole number from 1 to ${max} is expected`);
  return value;
}
