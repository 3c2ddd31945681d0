import { GraphQLError } from "graphql";

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

const MAX_ROWS = 250;

/** A page of rows after a cursor. Rows are sorted by a value and their id; a cursor holds both. */
export function toConnection<Row extends { id: string }>(
  rows: Row[],
  args: PageArgs,
  sortBy: (row: Row) => string,
  present: (row: Row) => unknown,
) {
  const size = computePageSize(args);
  if (args.before) throw badArgument("before is not played by the sandbox");
  const toSortKey = (row: Row) => `${sortBy(row)}|${row.id.padStart(20, "0")}`;
  const sorted = rows.map((row) => ({ row, key: toSortKey(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (args.reverse) sorted.reverse();
  const after = args.after ? decodeCursor(args.after) : null;
  const rest = after ? sorted.filter(({ key }) => (args.reverse ? key < after : key > after)) : sorted;
  const shown = rest
    .slice(0, size)
    .map(({ row, key }) => ({ cursor: encodeCursor(key), node: present(row) }));
  return {
    edges: shown,
    nodes: shown.map(({ node }) => node),
    pageInfo: {
      hasNextPage: rest.length > size,
      hasPreviousPage: after !== null,
      startCursor: shown[0]?.cursor ?? null,
      endCursor: shown.at(-1)?.cursor ?? null,
    },
  };
}

function computePageSize({ first, last }: PageArgs): number {
  if (last !== undefined && last !== null) throw badArgument("last is not played by the sandbox");
  if (first === undefined || first === null) throw badArgument("you must provide one of first or last");
  if (first < 0 || first > MAX_ROWS) throw badArgument(`first cannot exceed ${MAX_ROWS}`);
  return first;
}

function encodeCursor(key: string): string {
  return Buffer.from(JSON.stringify({ last: key })).toString("base64");
}

function decodeCursor(cursor: string): string {
  try {
    return String((JSON.parse(Buffer.from(cursor, "base64").toString("utf8")) as { last: unknown }).last);
  } catch {
    throw badArgument("Invalid cursor for current pagination sort.");
  }
}

export function badArgument(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/**
 * Shopify's search syntax, as far as the sandbox supports it: `field:value`, `field:>=value` and so on, joined by
 * spaces or AND. An unknown field is refused, where Shopify only warns.
 */
export function searchFilter<Row>(
  query: string | null | undefined,
  fields: Record<string, (row: Row) => string>,
): (row: Row) => boolean {
  const terms = [...(query ?? "").matchAll(/(\w+):(>=|<=|>|<)?('[^']*'|"[^"]*"|\S+)/g)].map(
    ([, field = "", comparison = "", value = ""]) => {
      const read = fields[field];
      if (!read) throw badArgument(`the sandbox does not know the search field ${field}`);
      return { read, comparison, value: value.replace(/^['"]|['"]$/g, "") };
    },
  );
  const rest = (query ?? "").replaceAll(/(\w+):(>=|<=|>|<)?('[^']*'|"[^"]*"|\S+)|\bAND\b/g, "").trim();
  if (rest !== "") throw badArgument(`the sandbox cannot search for: ${rest}`);
  return (row) => terms.every(({ read, comparison, value }) => compareText(read(row), comparison, value));
}

function compareText(have: string, comparison: string, want: string): boolean {
  const isTime = /^\d{4}-\d\d-\d\d/.test(want);
  const [one, other] = isTime
    ? [Date.parse(have), Date.parse(want)]
    : [have.toLowerCase(), want.toLowerCase()];
  switch (comparison) {
    case ">=":
      return one >= other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case "<":
      return one < other;
    default:
      return one === other;
  }
}
