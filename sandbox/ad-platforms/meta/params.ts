import type { FieldTable, Json, Rule } from "../shared/field-table.ts";
import { invalid } from "./errors.ts";

/** The common parameters of any call; the official SDKs repeat `id` in the body. */
export const COMMON_PARAMS = [
  "access_token",
  "appsecret_proof",
  "fields",
  "id",
  "locale",
  "limit",
  "after",
  "before",
  "summary",
  "execution_options",
];

/**
 * The validated parameters of a write: text from a form or a query is parsed as JSON. Throws code 100 at the first
 * unknown, invalid or missing one. Known ones without a rule are kept unchecked.
 */
export function parseParams(
  raw: Json,
  options: { table: FieldTable; known: readonly string[]; isUpdate?: boolean },
): Json {
  const { table, known, isUpdate } = options;
  const read: Json = {};
  for (const [name, value] of Object.entries(raw)) {
    if (COMMON_PARAMS.includes(name) && !table[name]) continue;
    if (!known.includes(name)) throw invalid(`Unknown parameter "${name}"`, { blame: [name] });
    if (value === null || value === undefined) continue;
    const field = table[name];
    if (field?.readOnly) throw invalid(`Param ${name} cannot be set`, { blame: [name] });
    if (field?.immutable && isUpdate)
      throw invalid(`Param ${name} cannot be changed after creation`, { blame: [name] });
    read[name] = field ? applyRule(field.rule, value, name) : value;
  }
  const missing = isUpdate
    ? undefined
    : Object.entries(table).find(([name, field]) => field.required && read[name] === undefined);
  if (missing) throw invalid(`The parameter ${missing[0]} is required.`, { blame: [missing[0]] });
  return read;
}

/** One value checked by its rule, as it is or parsed from JSON text. */
export function applyRule(rule: Rule, value: unknown, name: string): unknown {
  const problem = rule(value, name);
  if (problem === null) return value;
  const parsed = parseJsonValue(value);
  const inside = parsed === undefined ? problem : rule(parsed, name);
  if (inside !== null) throw invalid(`Param ${inside}`, { blame: [name] });
  return parsed;
}

function parseJsonValue(value: unknown): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** `fields=id,name`, `["id","name"]` or a list: always as one text. */
export function fieldsText(params: Json): string | null {
  const { fields } = params;
  const list = Array.isArray(fields) ? fields : parseJsonValue(fields);
  if (Array.isArray(list)) return list.join(",");
  return typeof fields === "string" && fields !== "" ? fields : null;
}

/** Refuses parameters that a read of this edge does not know. */
export function rejectUnknownParams(params: Json, known: readonly string[]): void {
  const unexpected = Object.keys(params).find(
    (name) => !COMMON_PARAMS.includes(name) && !known.includes(name),
  );
  if (unexpected) throw invalid(`Unknown parameter "${unexpected}"`, { blame: [unexpected] });
}

/** A parameter of a read: parsed from JSON where it is text, checked by its rule; undefined when absent. */
export function option(params: Json, name: string, rule: Rule): unknown {
  const value = params[name];
  return value === undefined || value === "" ? undefined : applyRule(rule, value, name);
}
