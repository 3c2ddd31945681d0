import type { Condition } from "./gaql.ts";
import type { FieldSpec } from "./spec/spec.ts";

/** Whether a value matches a condition. An unset value matches only IS NULL and the negative ones. */
export function matches(fieldValue: unknown, { operator, values }: Condition, spec: FieldSpec): boolean {
  // An unset boolean is false.
  const value = fieldValue === undefined && spec.type === "bool" ? false : fieldValue;
  const isSet = value !== undefined && value !== null;
  const [first = "", second = ""] = values;
  const same = (other: string) => isSet && equals(value, other, spec);
  switch (operator) {
    case "IS NULL":
      return !isSet;
    case "IS NOT NULL":
      return isSet;
    case "=":
      return same(first);
    case "!=":
      return !same(first);
    case "IN":
      return values.some(same);
    case "NOT IN":
      return !values.some(same);
    case "LIKE":
      return isSet && like(String(value), first);
    case "NOT LIKE":
      return !(isSet && like(String(value), first));
    case "REGEXP_MATCH":
      return isSet && new RegExp(`^(?:${first})$`, "u").test(String(value));
    case "NOT REGEXP_MATCH":
      return !(isSet && new RegExp(`^(?:${first})$`, "u").test(String(value)));
    case "CONTAINS ANY":
      return listed(value).some((each) => values.includes(each));
    case "CONTAINS ALL":
      return values.every((each) => listed(value).includes(each));
    case "CONTAINS NONE":
      return !listed(value).some((each) => values.includes(each));
    case "BETWEEN":
      return isSet && compareValues(value, first, spec) >= 0 && compareValues(value, second, spec) <= 0;
    case ">":
      return isSet && compareValues(value, first, spec) > 0;
    case ">=":
      return isSet && compareValues(value, first, spec) >= 0;
    case "<":
      return isSet && compareValues(value, first, spec) < 0;
    case "<=":
      return isSet && compareValues(value, first, spec) <= 0;
    case "DURING":
      return true;
  }
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function equals(value: unknown, other: string, spec: FieldSpec): boolean {
  if (spec.type === "bool") return String(value) === other.toLowerCase();
  return isNumber(spec) ? Number(value) === Number(other) : String(value) === other;
}

function compareValues(value: unknown, other: string, spec: FieldSpec): number {
  if (isNumber(spec)) return Number(value) - Number(other);
  return String(value) < other ? -1 : String(value) > other ? 1 : 0;
}

const isNumber = (spec: FieldSpec) => ["int64", "int32", "double", "float"].includes(spec.type);

/** `%` matches anything; a percent sign in brackets matches itself. */
function like(value: string, pattern: string): boolean {
  const parts = pattern.split(/(\[.\]|%)/).map((part) => {
    if (part === "%") return ".*";
    const literal = /^\[(.)\]$/.exec(part)?.[1] ?? part;
    return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "isu").test(value);
}
