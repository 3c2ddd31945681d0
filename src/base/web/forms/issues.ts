import { text } from "../runtime/i18n.ts";

/** A zod issue about one value, as far as its message needs it. */
export type SchemaIssue = {
  code?: string;
  message: string;
  path: PropertyKey[];
  minimum?: unknown;
  maximum?: unknown;
  origin?: string;
  format?: string;
  expected?: string;
  input?: unknown;
  params?: Record<string, unknown>;
};

/** The issue's message in the reader's language, the same as the server's. */
export function issueText(issue: SchemaIssue): string {
  const values = {
    min: String(issue.minimum ?? ""),
    max: String(issue.maximum ?? ""),
    ...toTexts(issue.params),
  };
  return text(isKey(issue.message) ? issue.message : generalKey(issue), values);
}

const isKey = (message: string) => /^[a-z_]+:[a-z_.]+$/.test(message);

function generalKey({ code, origin, format = "", expected, input }: SchemaIssue): string {
  const isText = origin === "string" || origin === "array";
  if (code === "invalid_type")
    return input === undefined || input === null ? "base:field_required" : typeKey(expected);
  if (code === "too_small") return isText ? "base:too_short" : "base:too_small";
  if (code === "too_big") return isText ? "base:too_long" : "base:too_big";
  if (code === "unrecognized_keys") return "base:field_unknown";
  if (code !== "invalid_format") return "base:value_not_valid";
  if (format === "email") return "base:email_not_valid";
  if (format === "url") return "base:link_not_valid";
  return format.startsWith("date") ? "base:date_not_valid" : "base:value_not_valid";
}

const typeKey = (expected: string | undefined) =>
  expected === "number" || expected === "int" ? "base:number_required" : "base:value_not_valid";

function toTexts(params: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
