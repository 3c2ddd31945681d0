import { type Db, empty, join, raw, type Sql, sql } from "../db/db.ts";
import type { Owner } from "./personal-data.ts";

/** A column of a table as the catalogue names it. */
export type Column = { name: string; type: string };
export type TableShape = { table: string; columns: readonly Column[]; key: readonly Column[] };

/** The columns and the primary key of tables. */
export async function loadShapes(db: Db, tables: readonly string[]): Promise<Map<string, TableShape>> {
  const rows = await db.many<TableShape>(sql`
    select wanted.name as table,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = wanted.name::regclass and attnum > 0 and not attisdropped) as columns,
      coalesce((select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by place)
        from pg_index
          cross join lateral unnest(indkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = indrelid and attnum = part.number
        where indrelid = wanted.name::regclass and indisprimary), '[]'::json) as key
    from unnest(${[...tables]}::text[]) as wanted (name)`);
  return new Map(rows.map((row) => [row.table, row]));
}

/** Parents after their children, so that rows are deleted in the order that foreign keys allow. */
export async function sortChildrenFirst(db: Db, tables: readonly string[]): Promise<string[]> {
  const edges = await db.many<{ child: string; parent: string }>(sql`
    select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid`);
  const sorted: string[] = [];
  const visited = new Set<string>();
  const visit = (table: string) => {
    if (visited.has(table)) return;
    visited.add(table); // tables may name each other: then neither is deleted from
    for (const { child, parent } of edges) if (parent === table && tables.includes(child)) visit(child);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** `where` of the rows that are a merchant's. */
export const ownedBy = (owner: Owner, merchantId: string): Sql =>
  "column" in owner
    ? sql`${raw(owner.column)} = ${merchantId}`
    : sql`${raw(owner.by)} in (select ${raw(owner.its)} from ${raw(owner.through)}
        where ${raw(owner.through === "merchants.merchants" ? "id" : "merchant_id")} = ${merchantId})`;

/** The key without the column that says whose the row is. */
export const toOwnKey = ({ key }: TableShape, owner: Owner): readonly Column[] =>
  key.filter(({ name }) => !("column" in owner) || name !== owner.column);

export const list = (columns: readonly Column[]): Sql => join(columns.map(({ name }) => raw(`"${name}"`)));

/** `and (key) > (…)`, or nothing at the beginning. */
export function after(key: readonly Column[], values: readonly string[] | null): Sql {
  if (values === null || key.length === 0) return empty;
  const there = join(key.map(({ type }, index) => sql`${values[index]}::${raw(type)}`));
  return sql`and (${list(key)}) > (${there})`;
}
