import type { Json } from "../shared/field-table.ts";
import { instant } from "../shared/field-table.ts";
import { invalidParameter, missing, XError, type XProblem } from "./errors.ts";
import { DENOMINATION_MICRO } from "./facts.ts";

/** Parameters as they came: in the query or in a form, or a batch operation's own. */
export type Given = Record<string, string>;
/** Answers the typed value, or throws what was expected instead. */
type Reader = (text: string) => unknown;
export type Param = { read: Reader; required?: true };
export type ParamTable = Record<string, Param>;

class Expected extends Error {}
class WrongDenomination extends Error {}

export const text =
  (max: number, min = 1): Reader =>
  (given) => {
    const length = [...given].length;
    if (length < min || length > max) throw new Expected(`${min} to ${max} characters`);
    return given;
  };

export const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER): Reader =>
  (given) => {
    const value = /^-?\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Expected(`an integer from ${min} to ${max}`);
    return value;
  };

/** Money in micro of the account's currency: whole multiples of its smallest coin. */
export const micro: Reader = (given) => {
  const value = integer(1)(given) as number;
  if (value % DENOMINATION_MICRO !== 0) throw new WrongDenomination();
  return value;
};

export const oneOf =
  (values: readonly string[]): Reader =>
  (given) => {
    if (!values.includes(given)) throw new Expected(`one of ${values.join(", ")}`);
    return given;
  };

export const listOf =
  (read: Reader, max = 200): Reader =>
  (given) => {
    const parts = given.split(",");
    if (parts.length > max) throw new Expected(`at most ${max} values`);
    return parts.map(read);
  };

export const boolean: Reader = (given) => {
  if (given !== "true" && given !== "false") throw new Expected("true or false");
  return given === "true";
};

/** ISO 8601; X answers in UTC without fractions of a second. */
export const time: Reader = (given) => {
  if (instant(given, "time") !== null) throw new Expected("time");
  return inUtc(Date.parse(given));
};

export const id: Reader = text(64);

export function inUtc(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Reads everything that was given; throws with every problem at once. In an update an empty value takes a value away. */
export function readParams(table: ParamTable, given: Given, options = { update: false }): Json {
  const values: Json = {};
  const problems: XProblem[] = [];
  for (const [name, value] of Object.entries(given)) {
    const param = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!param) problems.push(invalidParameter(name, `"${name}" is not a parameter of this call`, value));
    else if (value === "" && options.update && !param.required) values[name] = null;
    else {
      const problem = read(param, name, value, values);
      if (problem) problems.push(problem);
    }
  }
  if (!options.update)
    for (const [name, param] of Object.entries(table))
      if (param.required && !Object.hasOwn(given, name)) problems.push(missing(name));
  if (problems.length > 0) throw new XError(400, problems);
  return values;
}

function read(param: Param, name: string, given: string, into: Json): XProblem | null {
  try {
    into[name] = param.read(given);
    return null;
  } catch (error) {
    if (error instanceof WrongDenomination)
      return {
        ...invalidParameter(name, `${name} must be a multiple of ${DENOMINATION_MICRO}`, given),
        code: "INVALID_DENOMINATION",
      };
    if (!(error instanceof Expected)) throw error;
    return invalidParameter(name, `Expected ${error.message}, got "${given}" for ${name}`, given);
  }
}
