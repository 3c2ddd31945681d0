import {
  type FieldTable,
  integer,
  isObject,
  type Json,
  listOf,
  objectOf,
  oneOf,
  type Rule,
} from "../shared/field-table.ts";
import { COUNTRIES } from "./countries.ts";

/** Ids are digits, as text or as a number. */
export const id: Rule = (value, field) =>
  /^\d{1,25}$/.test(String(value)) && (typeof value === "string" || Number.isSafeInteger(value))
    ? null
    : `${field} must be a valid ID string`;

/** Two capital letters of an existing country. */
export const country: Rule = (value, field) =>
  typeof value === "string" && COUNTRIES.has(value)
    ? null
    : `${field} must be a two letter country code (ISO 3166-1)`;

/** Minor units of the account's currency: whole, and not below zero. */
export const minorUnits: Rule = (value, field) => integer(0)(value, field);

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * ISO-8601 with an offset, or seconds since 1970. A time without an offset is refused here, where Meta takes the
 * account's own zone, and so are fractions of a second, which none of Meta's samples has.
 */
export const time: Rule = (value, field) =>
  parseInstant(value) === null ? `${field} must be a valid date time with an offset` : null;

/** Milliseconds; null when it is not a time. 0 has its own meaning: "no end". */
export function parseInstant(value: unknown): number | null {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value * 1_000;
  if (typeof value !== "string") return null;
  if (/^\d{1,12}$/.test(value)) return Number(value) * 1_000;
  const instant = ISO.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}

/** An object with the documented keys; those named in `table` are checked, the others kept unchecked. */
export function shaped(
  known: readonly string[],
  table: FieldTable,
  check: (object: Json) => string | null = () => null,
): Rule {
  const rule = objectOf(table, check);
  return (value, field) => {
    if (!isObject(value)) return `${field} must be an object`;
    const unexpected = Object.keys(value).find((key) => !known.includes(key));
    if (unexpected) return `${field} has an unexpected key "${unexpected}"`;
    const named = Object.entries(value).filter(([key]) => key in table);
    return rule(Object.fromEntries(named), field);
  };
}

export const oneOrMore = (values: readonly string[]): Rule => listOf(oneOf(values), { min: 1 });
