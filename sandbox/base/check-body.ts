import type { z } from "zod";

/** What is wrong with one field, so that each vendor can report it in its own error shape. */
export interface Problem {
  /** Dotted: "campaigns.0.name"; "" = the body itself. */
  field: string;
  kind: "unknown" | "missing" | "type" | "enum" | "range" | "format" | "other";
  detail: string;
}

export type Checked<Value> = { ok: true; value: Value } | { ok: false; problems: Problem[] };

/** Checks a body against a strict schema (`z.strictObject`), and lists every problem. */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(body);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => toProblems(issue, body)) };
}

function toProblems(issue: z.core.$ZodIssue, body: unknown): Problem[] {
  const field = issue.path.map(String).join(".");
  const problem = (kind: Problem["kind"]): Problem[] => [{ field, kind, detail: issue.message }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        field: field ? `${field}.${key}` : key,
        kind: "unknown",
        detail: `Unknown field ${key}`,
      }));
    case "invalid_type":
      return problem(valueAt(body, issue.path) === undefined ? "missing" : "type");
    case "invalid_value":
      return problem(valueAt(body, issue.path) === undefined ? "missing" : "enum");
    case "too_small":
    case "too_big":
    case "not_multiple_of":
      return problem("range");
    case "invalid_format":
      return problem("format");
    default:
      return problem("other");
  }
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === "object" ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  );
}
