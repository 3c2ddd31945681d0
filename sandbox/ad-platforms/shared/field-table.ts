/** A rule returns what is wrong with a value, naming the field, or null when it is valid. */
export type Rule = (value: unknown, field: string) => string | null;

export type Field = {
  rule: Rule;
  required?: true;
  /** Set by the vendor: refused in a create, ignored in an update. */
  readOnly?: true;
  /** May be sent in an update, but only unchanged. */
  immutable?: true;
};

export type FieldTable = Record<string, Field>;
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first problem of an object: an unknown field, a missing one, a wrong value. */
export function firstProblem(table: FieldTable, object: Json, options = { update: false }): string | null {
  for (const [name, value] of Object.entries(object)) {
    const field = table[name];
    if (!field) return `Unrecognized field "${name}"`;
    if (field.readOnly) {
      if (!options.update) return `Field "${name}" is read-only`;
      continue;
    }
    if (value === null || value === undefined) continue;
    const problem = field.rule(value, name);
    if (problem) return problem;
  }
  for (const [name, field] of Object.entries(table)) {
    if (field.required && (object[name] === undefined || object[name] === null)) return `${name} is required`;
  }
  return null;
}

export const anything: Rule = () => null;

export function text(max: number, min = 1): Rule {
  return (value, field) => {
    if (typeof value !== "string") return `${field} must be a string`;
    const length = [...value].length;
    return length < min || length > max ? `${field} must have ${min} to ${max} characters` : null;
  };
}

export function oneOf(values: readonly string[]): Rule {
  return (value, field) =>
    typeof value === "string" && values.includes(value)
      ? null
      : `Invalid value ${JSON.stringify(value)} for ${field}, expected one of ${values.join(", ")}`;
}

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Rule {
  return (value, field) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value)) return `${field} must be an integer`;
    if (value < min) return `${field} must be at least ${min}`;
    return value > max ? `${field} must be at most ${max}` : null;
  };
}

export function number(min: number, max: number): Rule {
  return (value, field) =>
    typeof value === "number" && value >= min && value <= max
      ? null
      : `${field} must be a number between ${min} and ${max}`;
}

export const boolean: Rule = (value, field) =>
  typeof value === "boolean" ? null : `${field} must be true or false`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const uuid: Rule = (value, field) =>
  typeof value === "string" && UUID.test(value) ? null : `${field} must be a UUID`;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;
/** An ISO-8601 instant with an offset or Z. A local time without one is refused, and so is 30 February. */
export const instant: Rule = (value, field) => {
  const problem = `${field} must be an ISO-8601 time with an offset`;
  if (typeof value !== "string" || !INSTANT.test(value) || Number.isNaN(Date.parse(value))) return problem;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day ? null : problem;
};

export function listOf(rule: Rule, limits: { min?: number; max?: number } = {}): Rule {
  return (value, field) => {
    if (!Array.isArray(value)) return `${field} must be a list`;
    if (value.length < (limits.min ?? 0)) return `${field} must have at least ${limits.min} entries`;
    if (limits.max !== undefined && value.length > limits.max)
      return `${field} must have at most ${limits.max} entries`;
    for (const [index, entry] of value.entries()) {
      const problem = rule(entry, `${field}[${index}]`);
      if (problem) return problem;
    }
    return null;
  };
}

/** A nested object with its own table, and checks across its fields. */
export function objectOf(table: FieldTable, check: (object: Json) => string | null = () => null): Rule {
  return (value, field) => {
    if (!isObject(value)) return `${field} must be an object`;
    const problem = firstProblem(table, value) ?? check(value);
    return problem ? `${field}: ${problem}` : null;
  };
}

/** A web address: https, or plain http to loopback only (the sandbox's one deviation). */
export function webUrl(max: number): Rule {
  return (value, field) => {
    if (typeof value !== "string" || value.length > max)
      return `${field} must be a URL of at most ${max} characters`;
    if (!URL.canParse(value)) return `${field} is not a valid URL`;
    const url = new URL(value);
    const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
    if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return null;
    return `${field} must start with https://`;
  };
}
