import type { Json, Rule } from "../shared/field-table.ts";
import { parseInstant } from "./time.ts";

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const EMOJI = /\p{Extended_Pictographic}/u;

/** Text without emoji; Chinese and Japanese letters count as two. */
export function words(max: number, forbidden: RegExp = /$^/): Rule {
  return (value, field) => {
    if (typeof value !== "string") return `${field}: a string is expected`;
    const length = [...value].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
    if (length < 1 || length > max) return `${field}: 1 to ${max} characters are allowed`;
    if (EMOJI.test(value)) return `${field}: Emoji is not supported`;
    return forbidden.test(value) ? `${field}: special characters are not supported` : null;
  };
}

/** A string of digits: ids are larger than a JavaScript number can hold. */
export const id: Rule = (value, field) =>
  typeof value === "string" && /^\d+$/.test(value) ? null : `${field}: a string of digits is expected`;

/** An amount in units of the account's currency, with two decimals at most. */
export const money: Rule = (value, field) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
    return `${field}: a number is expected`;
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
    ? null
    : `${field}: at most two decimals are allowed`;
};

export const moment: Rule = (value, field) =>
  parseInstant(value) === null ? `${field}: YYYY-MM-DD HH:MM:SS is expected` : null;

/** 48 half hours on each of seven days. */
export const dayparting: Rule = (value, field) =>
  typeof value === "string" && /^[01]{336}$/.test(value)
    ? null
    : `${field}: 336 characters of 0 and 1 are expected`;

/** An object without its empty entries. */
export function withoutNulls(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  );
}
