import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import sharp from "sharp";
import type { Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { demoMerchantId } from "#modules/demo/contract/demo-merchant.ts";
import { type MonthLine, monthFile } from "../src/app/server/demo/month.ts";
import type { DemoWorld } from "./demo-world.ts";

/** Tables of the machinery, and of what only a process needs: nothing of them is on a screen. */
const leftOut = [
  /^pgboss\./,
  /^messages\./,
  /^base\.(?!audit_log$|consents$|operations$|operation_items$)/,
  /^staff\.(?!members$)/,
  /^merchants\.(?!merchants$|memberships$|pictures$)/,
  /^notifications\.(vapid_keys|push_devices|sendings)$/,
  /^stores\.(webhook_deliveries|order_contacts)$/,
  /^payments\.(gateway_events|webhook_subscriptions)$/,
  /^conversions\.list_members$/,
  /^ad_accounts\.pending_uploads$/,
  // A pinned report makes home longer than a first look needs.
  /^reports\.pins$/,
];
/** Columns whose values are secrets of the world that is thrown away. */
const secret = /(sealed|secret|token|password_hash|totp)/;

const rowsPerLine = 500;

type Table = { name: string; columns: { name: string; type: string }[] };

async function listTables(driver: Driver): Promise<Table[]> {
  const { rows } = await driver.query(
    `select n.nspname || '.' || c.relname as name, json_agg(json_build_object(
       'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     group by 1 order by 1`,
    [],
  );
  return (rows as Table[]).filter(({ name }) => !leftOut.some((pattern) => pattern.test(name)));
}

/** Of a secret only a digest is left: tables may demand that it is there, and that no two are equal. */
function toSelected(column: string, type: string): string {
  if (!secret.test(column) || !["text", "bytea"].includes(type)) return `"${column}"`;
  return `case when "${column}" is null then null else md5("${column}"::text)::${type} end as "${column}"`;
}

async function* readTable(driver: Driver, { name, columns }: Table): AsyncGenerator<string> {
  const list = columns.map(({ name: column, type }) => toSelected(column, type)).join(", ");
  const names = columns.map((column) => column.name);
  for (let offset = 0; ; offset += rowsPerLine) {
    const { rows } = await driver.query(
      `select row_to_json(t) as row from (select ${list} from ${name} order by ctid limit ${rowsPerLine} offset ${offset}) t`,
      [],
    );
    if (rows.length === 0) return;
    yield JSON.stringify({
      kind: "rows",
      table: name,
      columns: names,
      rows: (rows as { row: object }[]).map(({ row }) => row),
    } satisfies MonthLine);
    if (rows.length < rowsPerLine) return;
  }
}

/** Addresses of the world that is thrown away, and its merchant's id, become those of the demo. */
async function makeRewrite(lines: readonly string[], merchantId: string): Promise<(line: string) => string> {
  const pictures = new Map<string, string>();
  const pattern = /http:\/\/localhost:\d+\/[\w./-]+\/pictures\/[\w-]+\.jpg/g;
  for (const line of lines)
    for (const [address] of line.matchAll(pattern))
      if (!pictures.has(address)) pictures.set(address, await toDataAddress(address));
  return (line) =>
    line
      .replaceAll(merchantId, demoMerchantId)
      .replace(pattern, (address) => pictures.get(address) ?? address)
      .replace(/http:\/\/localhost:\d+\/storefront\//g, "https://store.example/")
      .replace(/http:\/\/localhost:\d+/g, "https://demo.example");
}

/** A product's picture, small enough to stand in its row. */
async function toDataAddress(address: string): Promise<string> {
  const picture = Buffer.from(await (await fetch(address)).arrayBuffer());
  const small = await sharp(picture).resize(200, 200, { fit: "cover" }).webp({ quality: 60 }).toBuffer();
  return `data:image/webp;base64,${small.toString("base64")}`;
}

async function readMediaKeys(driver: Driver, tables: readonly Table[]): Promise<string[]> {
  const columns = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /(^|_)key$/.test(column.name) && column.type === "text")
      .map((column) => [name, column.name]),
  );
  const keys = new Set<string>();
  for (const [table, column] of columns) {
    const { rows } = await driver.query(
      `select distinct "${column}" as key from ${table} where "${column}" is not null`,
      [],
    );
    for (const { key } of rows as { key: string }[]) keys.add(key);
  }
  return [...keys];
}

/** Writes what the product kept in this folder; the world's sandbox still draws the products' pictures. */
export async function writeMonth({
  dataFolder,
  mobile,
  endedAt,
}: Pick<DemoWorld, "dataFolder" | "mobile" | "endedAt">) {
  const driver = await embeddedDriver({ folder: join(dataFolder, "database") });
  try {
    const one = async (text: string) =>
      Object.values((await driver.query(text, [])).rows[0] as object)[0] as string;
    const merchantId = await one(
      `select id from merchants.merchants where mobile like '%${mobile.slice(1)}'`,
    );
    const lastMigration = await one("select max(name) from base.migrations");
    const tables = await listTables(driver);
    const lines: string[] = [];
    for (const table of tables) {
      const before = lines.length;
      for await (const line of readTable(driver, table)) lines.push(line);
      const bytes = lines.slice(before).reduce((sum, line) => sum + line.length, 0);
      if (bytes > 100_000) process.stdout.write(`${table.name}: ${Math.round(bytes / 1_024)} KiB\n`);
    }
    const files: string[] = [];
    for (const key of await readMediaKeys(driver, tables)) {
      const content = await readFile(join(dataFolder, "media/objects", key)).catch(() => null);
      if (content)
        files.push(
          JSON.stringify({ kind: "file", key, content: content.toString("base64") } satisfies MonthLine),
        );
    }
    const rewrite = await makeRewrite(lines, merchantId);
    const head: MonthLine = { kind: "month", endedAt, lastMigration };
    const text = [JSON.stringify(head), ...[...lines, ...files].map(rewrite)].join("\n");
    const compressed = brotliCompressSync(Buffer.from(text), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
    });
    await writeFile(monthFile, compressed);
    process.stdout.write(
      `${Math.round(text.length / 1_024)} KiB, compressed ${Math.round(compressed.length / 1_024)} KiB\n`,
    );
  } finally {
    await driver.close();
  }
}
