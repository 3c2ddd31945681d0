import type { Json } from "../shared/field-table.ts";
import { instant } from "../shared/field-table.ts";
import { invalidParameter, missing, XError, type XProblem } from "./errors.ts";
import { DENOMINATION_MICRO } from "./facts.ts";

/** Raw parameters: from the query, from a form, or of a batch operation. */
export type RawParams = Record<string, string>;
/** Returns the typed value, or throws what was expected instead. */
type Reader = (text: string) => unknown;
export type Param = { read: Reader; required?: true };
export type ParamTable = Record<string, Param>;

class Expected extends Error {}
class WrongDenomination extends Error {}

export const text =
  (max: number, min = 1): Reader =>
  (rawParams) => {
    const length = [...rawParams].length;
    if (length < min || length > max) throw new Expected(`${min} to ${max} characters`);
    return rawParams;
  };

export const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER): Reader =>
  (rawParams) => {
    const value = /^-?\d{1,15}$/.test(rawParams) ? Number(rawParams) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Expected(`an integer from ${min} to ${max}`);
    return value;
  };

/** Money in micro of the account's currency: whole multiples of its smallest unit. */
export const micro: Reader = (rawParams) => {
  const value = integer(1)(rawParams) as number;
  if (value % DENOMINATION_MICRO !== 0) throw new WrongDenomination();
  return value;
};

export const oneOf =
  (values: readonly string[]): Reader =>
  (rawParams) => {
    if (!values.includes(rawParams)) throw new Expected(`one of ${values.join(", ")}`);
    return rawParams;
  };

export const listOf =
  (read: Reader, max = 200): Reader =>
  (rawParams) => {
    const parts = rawParams.split(",");
    if (parts.length > max) throw new Expected(`at most ${max} values`);
    return parts.map(read);
  };

export const boolean: Reader = (rawParams) => {
  if (rawParams !== "true" && rawParams !== "false") throw new Expected("true or false");
  return rawParams === "true";
};

/** ISO 8601; X returns UTC without fractions of a second. */
export const time: Reader = (rawParams) => {
  if (instant(rawParams, "time") !== null) throw new Expected("time");
  return inUtc(Date.parse(rawParams));
};

export const id: Reader = text(64);

export function inUtc(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Parses all given parameters; throws with every problem at once. In an update an empty value clears a field. */
export function parseParams(table: ParamTable, rawParams: RawParams, options = { update: false }): Json {
  const values: Json = {};
  const problems: XProblem[] = [];
  for (const [name, value] of Object.entries(rawParams)) {
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
      if (param.required && !Object.hasOwn(rawParams, name)) problems.push(missing(name));
  if (problems.length > 0) throw new XError(400, problems);
  return values;
}

function read(param: Param, name: string, rawParams: string, into: Json): XProblem | null {
  try {
    into[name] = param.read(rawParams);
    return null;
  } catch (error) {
    if (error instanceof WrongDenomination)
      return {
        ...invalidParameter(name, `${name} must be a multiple of ${DENOMINATION_MICRO}`, rawParams),
        code: "INVALID_DENOMINATION",
      };
    if (!(error instanceof Expected)) throw error;
    return invalidParameter(name, `Expected ${error.message}, got "${rawParams}" for ${name}`, rawParams);
  }
}
