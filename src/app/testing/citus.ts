import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Db, raw } from "#base/server/db/db.ts";

const folder = join(import.meta.dirname, "../../../db/citus");
const merchants = "merchants.merchants";

/** How a table lies on Citus: with its merchant, on every node, on the coordinator, or not decided well yet. */
export type Placement = "distributed" | "reference" | "coordinator" | "not yet";

const patterns: Record<Placement, RegExp> = {
  distributed: /^select create_distributed_table\('([\w.]+)'/gm,
  reference: /^select create_reference_table\('([\w.]+)'\)/gm,
  coordinator: /^select citus_add_local_table_to_metadata\('([\w.]+)'\)/gm,
  "not yet": /^-- not yet: ([\w.]+) \(.+\)$/gm,
};

/** The placements that `db/citus/distribute.sql` gives, in its order; a table that it names twice comes twice. */
export function readPlacements(): { table: string; placement: Placement }[] {
  const text = readFileSync(join(folder, "distribute.sql"), "utf8");
  return Object.entries(patterns).flatMap(([placement, pattern]) =>
    [...text.matchAll(pattern)].map(([, table = ""]) => ({ table, placement: placement as Placement })),
  );
}

export const misfitsFile = join(folder, "misfits.txt");

/** A unique index or foreign key: its columns, and those of the other table. */
type Key = { table: string; columns: string[]; other: string | null; otherColumns: string[] };
type TableRow = { name: string; hasMerchant: boolean };

/** Our tables, without partitions, those of the job queue and those of the database itself. */
export function listTables(db: Db): Promise<TableRow[]> {
  return db.many<TableRow>(
    raw(`
      select c.oid::regclass::text as name, exists (select from pg_attribute a where a.attrelid = c.oid
        and a.attname = 'merchant_id' and a.attnotnull) as "hasMerchant"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss')
      order by 1`),
  );
}

/** Citus demands: unique keys that hold the distribution column, and foreign keys that hold it on both sides. */
export async function findMisfits(db: Db): Promise<string[]> {
  const placements = new Map(readPlacements().map(({ table, placement }) => [table, placement]));
  const isDistributed = (table: string) => placements.get(table) === "distributed";
  const owner = (table: string) => (table === merchants ? "id" : "merchant_id");
  const uniques = (await listUniqueKeys(db))
    .filter(({ table, columns }) => isDistributed(table) && !columns.includes(owner(table)))
    .map(({ table, columns }) => `${table}: unique (${columns.join(", ")}) without the merchant`);
  const references = (await listForeignKeys(db)).flatMap(({ table, columns, other, otherColumns }) => {
    const target = other ?? "";
    if (placements.get(target) === "reference" || (!isDistributed(table) && !isDistributed(target)))
      return [];
    const place = otherColumns.indexOf(owner(target));
    const isTogether =
      isDistributed(table) && isDistributed(target) && place >= 0 && columns[place] === owner(table);
    return isTogether ? [] : [`${table}: (${columns.join(", ")}) refers to ${target} without the merchant`];
  });
  const undecided = readPlacements()
    .filter(({ placement }) => placement === "not yet")
    .map(({ table }) => `${table}: has no merchant_id`);
  return [...new Set([...uniques, ...references, ...undecided])].sort();
}

function listUniqueKeys(db: Db): Promise<Key[]> {
  return db.many<Key>(
    raw(`
      select i.indrelid::regclass::text as "table", null as other, '[]'::json as "otherColumns",
        json_agg(coalesce(a.attname, '(expression)') order by k.nth) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, nth)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and k.attnum > 0
      where i.indisunique and not c.relispartition
      group by i.indexrelid, i.indrelid`),
  );
}

function listForeignKeys(db: Db): Promise<Key[]> {
  const names = (relation: string, keys: string) => `
    (select json_agg(a.attname order by k.nth) from unnest(o.${keys}) with ordinality k (attnum, nth)
     join pg_attribute a on a.attrelid = o.${relation} and a.attnum = k.attnum)`;
  return db.many<Key>(
    raw(`
      select o.conrelid::regclass::text as "table", ${names("conrelid", "conkey")} as columns,
        o.confrelid::regclass::text as other, ${names("confrelid", "confkey")} as "otherColumns"
      from pg_constraint o join pg_class c on c.oid = o.conrelid
      where o.contype = 'f' and o.conparentid = 0 and not c.relispartition`),
  );
}
