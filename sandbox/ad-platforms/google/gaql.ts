import { GoogleError, INVALID_ARGUMENT, requestError } from "./errors.ts";
import { errorCodes } from "./spec/spec.ts";

/** A parsed query in Google's query language, as far as it is supported: AND only, one resource, one parameter. */
export interface Query {
  select: string[];
  from: string;
  where: Condition[];
  orderBy: { field: string; isDescending: boolean }[];
  limit: number | null;
}

export interface Condition {
  field: string;
  operator: Operator;
  values: string[];
}

const OPERATORS = [
  "=",
  "!=",
  ">",
  ">=",
  "<",
  "<=",
  "IN",
  "NOT IN",
  "LIKE",
  "NOT LIKE",
  "CONTAINS ANY",
  "CONTAINS ALL",
  "CONTAINS NONE",
  "IS NULL",
  "IS NOT NULL",
  "DURING",
  "BETWEEN",
  "REGEXP_MATCH",
  "NOT REGEXP_MATCH",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Ends the request: the query is invalid or requests something unsupported. */
export function queryError(code: string, message: string): GoogleError {
  if (!errorCodes.queryError?.includes(code)) throw new Error(`queryError has no ${code}`);
  return new GoogleError(400, INVALID_ARGUMENT, [
    { group: "queryError", code, message: `Error in query: ${message}`, at: [] },
  ]);
}

type Token = { kind: "word" | "text" | "number" | "sign"; text: string };

export function parseQuery(text: unknown): Query {
  if (typeof text !== "string" || text.trim() === "")
    throw requestError(400, "requestError", "REQUIRED_FIELD_MISSING", "The query is missing.");
  const reader = makeReader(tokenize(text));
  reader.keyword("SELECT", "EXPECTED_SELECT");
  const select = reader.list(() => reader.field());
  reader.keyword("FROM", "EXPECTED_FROM");
  const from = reader.word("BAD_RESOURCE_TYPE_IN_FROM_CLAUSE");
  const where = reader.accept("WHERE") ? parseConditions(reader) : [];
  const orderBy = reader.accept("ORDER") ? parseOrderBy(reader) : [];
  const limit = reader.accept("LIMIT") ? parseLimit(reader) : null;
  if (reader.accept("PARAMETERS")) parseParameters(reader);
  reader.end();
  return { select, from: from.toLowerCase(), where, orderBy, limit };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\s+|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|(!=|>=|<=|[=<>(),])/y;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      const isOpen = text[at] === "'" || text[at] === '"';
      throw queryError(
        isOpen ? "STRING_NOT_TERMINATED" : "BAD_SYMBOL",
        `unexpected input near '${text.slice(at, at + 20)}'.`,
      );
    }
    const [, single, double, word, number, sign] = match;
    const quoted = single ?? double;
    if (quoted !== undefined) tokens.push({ kind: "text", text: quoted.replaceAll(/\\(.)/g, "$1") });
    else if (word) tokens.push({ kind: "word", text: word });
    else if (number) tokens.push({ kind: "number", text: number });
    else if (sign) tokens.push({ kind: "sign", text: sign });
  }
  return tokens;
}

type Reader = ReturnType<typeof makeReader>;

function makeReader(tokens: Token[]) {
  let at = 0;
  const peek = () => tokens[at];
  const is = (text: string) => peek()?.kind !== "text" && peek()?.text.toUpperCase() === text;
  const accept = (text: string) => {
    if (!is(text)) return false;
    at += 1;
    return true;
  };
  const word = (code: string): string => {
    const token = peek();
    if (token?.kind !== "word")
      throw queryError(token ? code : "UNEXPECTED_END_OF_QUERY", `unexpected '${token?.text ?? "end"}'.`);
    at += 1;
    return token.text;
  };
  return {
    accept,
    word,
    keyword(text: string, code: string) {
      if (!accept(text)) throw queryError(peek() ? code : "UNEXPECTED_END_OF_QUERY", `${text} is expected.`);
    },
    field: () => word("BAD_FIELD_NAME").toLowerCase(),
    value(): string {
      const token = peek();
      if (!token) throw queryError("UNEXPECTED_END_OF_QUERY", "a value is expected.");
      if (token.kind === "sign") throw queryError("BAD_VALUE", `unexpected '${token.text}'.`);
      at += 1;
      return token.text;
    },
    list<Item>(read: () => Item): Item[] {
      const items = [read()];
      while (accept(",")) items.push(read());
      return items;
    },
    end() {
      const token = peek();
      if (token) throw queryError("UNEXPECTED_INPUT", `unexpected '${token.text}'.`);
    },
  };
}

function parseConditions(reader: Reader): Condition[] {
  const conditions: Condition[] = [];
  do {
    const field = reader.field();
    const operator = parseOperator(reader);
    conditions.push({ field, operator, values: parseValues(reader, operator) });
  } while (reader.accept("AND"));
  // There is no OR: what follows must start another clause.
  if (reader.accept("OR")) throw queryError("EXPECTED_AND", "conditions are joined by AND only.");
  return conditions;
}

function parseOperator(reader: Reader): Operator {
  for (const operator of [
    "!=",
    ">=",
    "<=",
    "=",
    ">",
    "<",
    "IN",
    "LIKE",
    "DURING",
    "BETWEEN",
    "REGEXP_MATCH",
  ] as const) {
    if (reader.accept(operator)) return operator;
  }
  if (reader.accept("NOT")) {
    for (const operator of ["IN", "LIKE", "REGEXP_MATCH"] as const) {
      if (reader.accept(operator)) return `NOT ${operator}`;
    }
  }
  if (reader.accept("CONTAINS")) {
    for (const operator of ["ANY", "ALL", "NONE"] as const) {
      if (reader.accept(operator)) return `CONTAINS ${operator}`;
    }
  }
  if (reader.accept("IS")) {
    const isNot = reader.accept("NOT");
    if (reader.accept("NULL")) return isNot ? "IS NOT NULL" : "IS NULL";
  }
  throw queryError("BAD_OPERATOR", "an operator is expected.");
}

function parseValues(reader: Reader, operator: Operator): string[] {
  if (operator === "IS NULL" || operator === "IS NOT NULL") return [];
  if (operator === "BETWEEN") {
    const first = reader.value();
    if (!reader.accept("AND"))
      throw queryError("EXPECTED_VALUE_WITH_BETWEEN_OPERATOR", "BETWEEN needs two values.");
    return [first, reader.value()];
  }
  if (!operator.endsWith("IN") && !operator.startsWith("CONTAINS")) return [reader.value()];
  if (!reader.accept("(")) throw queryError("EXPECTED_LIST", `${operator} needs a list.`);
  if (reader.accept(")")) throw queryError("PROHIBITED_EMPTY_LIST_IN_CONDITION", "the list is empty.");
  const values = reader.list(() => reader.value());
  if (!reader.accept(")")) throw queryError("EXPECTED_LIST", "the list does not end.");
  return values;
}

function parseOrderBy(reader: Reader): Query["orderBy"] {
  reader.keyword("BY", "EXPECTED_BY");
  return reader.list(() => {
    const field = reader.field();
    const isDescending = reader.accept("DESC");
    if (!isDescending) reader.accept("ASC");
    return { field, isDescending };
  });
}

function parseLimit(reader: Reader): number {
  const text = reader.value();
  const limit = Number(text);
  if (!Number.isSafeInteger(limit)) throw queryError("BAD_LIMIT_VALUE", `'${text}' is no limit.`);
  if (limit < 1) throw queryError("LIMIT_VALUE_TOO_LOW", "the limit must be positive.");
  return limit;
}

function parseParameters(reader: Reader): void {
  reader.list(() => {
    const name = reader.word("BAD_PARAMETER_NAME").toLowerCase();
    if (!["include_drafts", "omit_unselected_resource_names"].includes(name))
      throw queryError("BAD_PARAMETER_NAME", `there is no parameter '${name}'.`);
    if (!reader.accept("=")) throw queryError("BAD_PARAMETER_VALUE", "a value is expected.");
    if (!["true", "false"].includes(reader.value().toLowerCase()))
      throw queryError("BAD_PARAMETER_VALUE", "true or false is expected.");
  });
}
