import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { addDays, parseRiyadhDay, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type MonthLine, type MonthRows, moveDays } from "./month.ts";

export const migrationsFolder = join(import.meta.dirname, "../../../../db/migrations");

type Month = { lines: readonly string[]; days: number };

/**
 * Writes the month, moved by so many days, into an empty database that was migrated as far as the month's own, and a
 * folder of media; later migrations run on it as on any merchant's rows. Afterwards the database refuses every write.
 */
export async function loadMonth(driver: Driver, mediaFolder: string, { lines, days }: Month): Promise<void> {
  // Triggers and foreign keys judged these rows when they were written.
  await driver.script("set session_replication_role = replica");
  await emptySeeds(driver, lines);
  for (const line of lines) {
    const parsed = JSON.parse(moveDays(line, days)) as MonthLine;
    if (parsed.kind === "rows") await insertRows(driver, withMonths(parsed));
    else if (parsed.kind === "file") await writeObject(mediaFolder, JSON.parse(line));
  }
  await driver.script("set session_replication_role = origin");
  await migrate(driver, migrationsFolder);
  await driver.script(`
    analyze;
    do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$;
    set default_transaction_read_only = on`);
}

/** Rows that migrations insert are in the month too. */
async function emptySeeds(driver: Driver, lines: readonly string[]): Promise<void> {
  const tables = new Set(
    lines.flatMap((line) => /^\{"kind":"rows","table":"([\w.]+)"/.exec(line)?.[1] ?? []),
  );
  if (tables.size > 0) await driver.script(`truncate ${[...tables].join(", ")} cascade`);
}

/**
 * Roll-ups by calendar month have its first day, which was moved with all others: they stand at the month in which most of
 * their days are now.
 */
function withMonths(lines: MonthRows): MonthRows {
  if (!lines.columns.includes("month")) return lines;
  const toMonth = (moved: string) => `${addDays(moved as RiyadhDay, 14).slice(0, 7)}-01`;
  const rows = lines.rows.map((row) => {
    const { month } = row as { month?: unknown };
    return typeof month === "string" && parseRiyadhDay(month) ? { ...row, month: toMonth(month) } : row;
  });
  return { ...lines, rows };
}

async function insertRows(driver: Driver, { table, columns, rows }: MonthRows): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join(", ");
  await driver.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}

async function writeObject(mediaFolder: string, { key, content }: { key: string; content: string }) {
  const file = join(mediaFolder, "objects", key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(content, "base64"));
}
