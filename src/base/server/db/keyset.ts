import { z } from "zod";
import { empty, raw, type Sql, sql } from "./db.ts";

/** A page by its number, or the one that begins after the `next` of the page before. */
export type PageRequest = { page: number; size: number; after?: string | undefined };

type Keyset<Row> = {
  /** Columns that order the list, the last of which tells its rows apart. */
  columns: readonly { name: string; type: "timestamptz" | "bigint" | "text" }[];
  order: "asc" | "desc";
  toPlace(row: Row): readonly (string | number)[];
};

const shapes = { timestamptz: z.iso.datetime(), bigint: z.number().int(), text: z.string() };

/**
 * Pages of a list by where the page before ended: rows that come meanwhile move none of them, and a late page costs what
 * the first one does. Instants are compared in milliseconds, as we write them.
 */
export function makeKeyset<Row>({ columns, order, toPlace }: Keyset<Row>) {
  const way = raw(order);
  const isPlace = (values: unknown): values is (string | number)[] =>
    Array.isArray(values) &&
    values.length === columns.length &&
    columns.every(({ type }, index) => shapes[type].safeParse(values[index]).success);
  const list = (parts: readonly Sql[]) => parts.reduce((all, part) => sql`${all}, ${part}`);
  const names = list(columns.map(({ name }) => raw(name)));

  /** A text that is no place of this list is ignored. */
  function decode(after: string | undefined): readonly (string | number)[] | null {
    if (after === undefined) return null;
    try {
      const values: unknown = JSON.parse(Buffer.from(after, "base64url").toString());
      return isPlace(values) ? values : null;
    } catch {
      return null;
    }
  }

  return {
    /** Goes on a condition: `and …`, or nothing for a page that is asked for by its number. */
    where({ after }: Pick<PageRequest, "after">): Sql {
      const values = decode(after);
      if (!values) return empty;
      const beyond = raw(order === "asc" ? ">" : "<");
      const there = list(columns.map(({ type }, index) => sql`${values[index]}::${raw(type)}`));
      return sql`and (${names}) ${beyond} (${there})`;
    },
    /** The order and the limit: one row more than the page shows whether there is a next one. */
    take({ page, size, after }: PageRequest): Sql {
      const by = list(columns.map(({ name }) => sql`${raw(name)} ${way}`));
      const skipped = decode(after) ? 0 : (page - 1) * size;
      return sql`order by ${by} limit ${size + 1} ${skipped > 0 ? sql`offset ${skipped}` : empty}`;
    },
    /** The page's rows, and the `after` of the next page; null on the last one. */
    split(rows: readonly Row[], { size }: Pick<PageRequest, "size">): { items: Row[]; next: string | null } {
      const items = rows.slice(0, size);
      const last = items.at(-1);
      const next =
        last && rows.length > size ? Buffer.from(JSON.stringify(toPlace(last))).toString("base64url") : null;
      return { items, next };
    },
  };
}
