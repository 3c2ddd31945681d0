import { isObject, type Json } from "../shared/field-table.ts";
import { GoogleError } from "./errors.ts";
import { camel, enums, type FieldSpec, findFields } from "./spec/spec.ts";

/**
 * Parses a body as its message type: names in either spelling, whole numbers as text or number, and no unknown
 * field. Invalid bodies are refused by the infrastructure below the API, before any advertising rule.
 */
export function parseMessage(message: string, body: unknown): Json {
  return parseObject(message, body ?? {}, "");
}

const quoted = (value: unknown) => JSON.stringify(value) ?? String(value);

function malformed(path: string, description: string): never {
  const text = `Invalid JSON payload received. ${description}`;
  throw new GoogleError(400, text, [], [{ field: path, description: text }]);
}

function parseObject(message: string, value: unknown, path: string): Json {
  const fields = findFields(message);
  if (!fields) throw new Error(`${message} is not in the definitions`);
  if (!isObject(value)) malformed(path, `Proto field is not a message, cannot start list.`);
  const result: Json = {};
  const groups = new Map<string, string>();
  for (const [written, inner] of Object.entries(value)) {
    const field = fields.get(camel(written)) ?? fields.get(written);
    const at = path ? `${path}.${written}` : written;
    if (!field)
      malformed(path, `Unknown name "${written}"${path ? ` at '${path}'` : ""}: Cannot find field.`);
    if (inner === null || inner === undefined) continue;
    if (field.group && groups.has(field.group))
      malformed(at, `oneof field '${field.group}' is already set. Cannot set '${written}'`);
    if (field.group) groups.set(field.group, field.name);
    result[field.name] = parseField(field, inner, at);
  }
  return result;
}

function parseField(field: FieldSpec, value: unknown, path: string): unknown {
  if (!field.isList) return parseValue(field.type, value, path);
  if (!Array.isArray(value)) malformed(path, `Invalid value at '${path}', a list is expected`);
  return value.map((each, index) => parseValue(field.type, each, `${path}[${index}]`));
}

const INT64 = /^-?\d{1,19}$/;

function parseValue(type: string, value: unknown, path: string): unknown {
  const wrong = (): never =>
    malformed(path, `Invalid value at '${path}' (TYPE_${type.toUpperCase()}), ${quoted(value)}`);
  switch (type) {
    case "string":
    case "bytes":
    case "FieldMask":
      return typeof value === "string" ? value : wrong();
    case "bool":
      return typeof value === "boolean" ? value : wrong();
    case "double":
    case "float": {
      const number = typeof value === "string" ? Number(value) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : wrong();
    }
    case "int32":
      return Number.isInteger(Number(value)) && typeof value !== "boolean" ? Number(value) : wrong();
    case "int64":
      if (typeof value === "string" && INT64.test(value)) return value;
      return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : wrong();
    default:
      if (!enums[type]) return parseObject(type, value, path);
      return typeof value === "string" && enums[type].includes(value) ? value : wrong();
  }
}
