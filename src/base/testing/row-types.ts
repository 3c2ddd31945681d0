import type { Driver } from "../server/db/db.ts";

/** What a column's value is in code, as both drivers read it. */
const typeNames: Record<string, string> = {
  text: "string",
  boolean: "boolean",
  integer: "number",
  smallint: "number",
  bigint: "number",
  numeric: "number",
  "double precision": "number",
  "timestamp with time zone": "Date",
  date: "string",
  jsonb: "unknown",
  bytea: "Uint8Array",
  ARRAY: "unknown[]",
};
const arrayTypes: Record<string, string> = { _text: "string[]", _int4: "number[]", _int8: "number[]" };

type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: "YES" | "NO";
};

/** The TypeScript of a row type per table of the migrated database: `Rows["wallet.deposits"]`. */
export async function renderRows(driver: Driver): Promise<string> {
  const { rows } = await driver.query(
    `select table_schema || '.' || table_name as table_name, column_name, data_type, udt_name, is_nullable
     from information_schema.columns c
     where table_schema not in ('pg_catalog', 'information_schema', 'pgboss', 'public')
       and not exists (select 1 from pg_inherits
         where inhrelid = (quote_ident(table_schema) || '.' || quote_ident(c.table_name))::regclass)
     order by table_name, ordinal_position`,
    [],
  );
  const choices = await loadChoices(driver);
  const tables = Map.groupBy(rows as Column[], ({ table_name }) => table_name);
  const types = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `    ${column.column_name}: ${toType(column, choices)};`);
    return `  "${table}": {\n${fields.join("\n")}\n  };`;
  });
  return `/** Generated from db/migrations by \`npm run generate:rows\`; never edited by hand. */\nexport type Rows = {\n${types.join("\n")}\n};\n`;
}

function toType(
  { table_name, column_name, data_type, udt_name, is_nullable }: Column,
  choices: Map<string, string[]>,
) {
  const allowed = choices.get(`${table_name}.${column_name}`);
  const type = allowed
    ? allowed.map((value) => JSON.stringify(value)).join(" | ")
    : (arrayTypes[udt_name] ?? typeNames[data_type]);
  if (!type) throw new Error(`${table_name}.${column_name} has a type that no code knows: ${data_type}`);
  return is_nullable === "YES" ? `${type} | null` : type;
}

/** Values a text column is limited to by a check of its own: `check (status in ('linked', 'lost'))`. */
async function loadChoices(driver: Driver): Promise<Map<string, string[]>> {
  const { rows } = await driver.query(
    `select n.nspname || '.' || t.relname as table_name, a.attname as column_name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c
     join pg_class t on t.oid = c.conrelid
     join pg_namespace n on n.oid = t.relnamespace
     join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
     where c.contype = 'c' and array_length(c.conkey, 1) = 1`,
    [],
  );
  const found = new Map<string, string[]>();
  for (const { table_name, column_name, definition } of rows as Record<string, string>[]) {
    const list = /^CHECK \(\(\(?\w+\)?(?:::text)? = ANY \(\(?ARRAY\[(.*?)\](?:::text\[\])?\)?\)\)\)$/.exec(
      definition ?? "",
    );
    const values = [...(list?.[1] ?? "").matchAll(/'((?:[^']|'')*)'/g)].map(([, value = ""]) =>
      value.replaceAll("''", "'"),
    );
    if (values.length > 0) found.set(`${table_name}.${column_name}`, values);
  }
  return found;
}
