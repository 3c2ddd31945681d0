import type { Calls } from "#base/shared/contract.ts";

/** Values that people, broken clients and attackers send where another value belongs. */
const badValues: Record<string, unknown> = {
  nothing: null,
  "a number": 7,
  "a negative number": -1,
  "half a number": 0.5,
  "a number past every column": 1e300,
  "the word NaN": "NaN",
  "a truth": true,
  "a list": ["x"],
  "an object": { $gt: "" },
  "no text": "",
  "100,000 characters": "ش".repeat(100_000),
  "a NUL": "a\u0000b",
  "half a character": "a\ud800b",
  "a piece of SQL": "'; drop table merchants.merchants; --",
  "a word of PostgreSQL": "infinity",
  "a day that is none": "2026-02-30",
  "another calendar": "1448-05-30",
  "a piece of script": "<script>alert(1)</script>",
};

export type Spoiled = { what: string; value: unknown };

/** The example with each of its fields, nested ones too, left out, renamed, or with an invalid value. */
export function* spoil(example: unknown): Generator<Spoiled> {
  yield { what: "an unknown field", value: { ...(example as object), card_number: "4111111111111111" } };
  for (const path of listPaths(example)) {
    const name = path.join(".");
    yield { what: `without ${name}`, value: without(example, path) };
    for (const [what, bad] of Object.entries(badValues))
      yield { what: `${what} as ${name}`, value: withValue(example, path, bad) };
  }
}

/** The same for parts of an address, which can only be text. */
export function* spoilTexts(
  example: Record<string, string>,
): Generator<{ what: string; value: Record<string, string> }> {
  for (const name of Object.keys(example)) {
    for (const [what, bad] of Object.entries(badValues)) {
      if (typeof bad !== "string" || !bad.isWellFormed()) continue;
      yield { what: `${what} as ${name}`, value: { ...example, [name]: bad.slice(0, 2_000) } };
    }
  }
}

function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...listPaths(inner, [...path, key]),
  ]);
}

function withValue(value: unknown, [key = "", ...rest]: string[], replacement: unknown): object {
  const object = value as Record<string, unknown>;
  return { ...object, [key]: rest.length > 0 ? withValue(object[key], rest, replacement) : replacement };
}

function without(value: unknown, [key = "", ...rest]: string[]): object {
  const { [key]: left, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...others, [key]: without(left, rest) } : others;
}

/** Invalid bodies, as they are sent over HTTP. */
export const brokenBodies: Record<string, { payload: string; type: string; status: number }> = {
  "not JSON": { payload: '{"name":', type: "application/json", status: 400 },
  "an empty one": { payload: "", type: "application/json", status: 400 },
  "a list": { payload: '[{"name":"x"}]', type: "application/json", status: 400 },
  "a text": { payload: '"name"', type: "application/json", status: 400 },
  "a number": { payload: "7", type: "application/json", status: 400 },
  "100,000 brackets": {
    payload: `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    type: "application/json",
    status: 400,
  },
  "a poisoned prototype": {
    payload: '{"__proto__":{"merchantId":"mer_1"}}',
    type: "application/json",
    status: 400,
  },
  "another language": { payload: "<a/>", type: "application/xml", status: 415 },
  "plain text": { payload: '{"name":"x"}', type: "text/plain", status: 415 },
  "a form": { payload: "name=x", type: "application/x-www-form-urlencoded", status: 415 },
  "more than a megabyte": {
    payload: `{"name":"${"x".repeat(1_100_000)}"}`,
    type: "application/json",
    status: 413,
  },
};

/** Every call's name with its method and address. */
export function toRequestLine(
  name: keyof Calls,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
) {
  const [method = "GET", path = ""] = name.split(" ");
  const filled = path.replace(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(query).toString();
  return { method: method as "GET", url: `/${filled}${search ? `?${search}` : ""}` };
}
