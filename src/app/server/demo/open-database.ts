import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { loadMonth, migrationsFolder } from "./load-month.ts";
import { type MonthHead, monthFile } from "./month.ts";

type Day = { head: MonthHead; lines: readonly string[]; today: RiyadhDay };

/**
 * The month's database, moved to end on `today`, with its media beside it in `folder`. To create and migrate a database, and
 * to load the month into it, takes many times as long as to open it: both are done once, the second once a day, and kept in
 * `templates`. What is opened is a copy, so that several processes may share them.
 */
export async function openDay(
  templates: string,
  folder: string,
  { head, lines, today }: Day,
): Promise<Driver> {
  const empty = await hashMigrations((file) => file <= head.lastMigration);
  const name = `${await hashMigrations(() => true)}-${today}`;
  if (!existsSync(join(templates, name))) {
    const days = daysBetween(toRiyadhDay(new Date(head.endedAt)), today);
    if (!existsSync(join(templates, empty)))
      await makeTemplate(join(templates, empty), async (own) => {
        await withDatabase(own, (driver) => migrate(driver, migrationsFolder, { last: head.lastMigration }));
      });
    await makeTemplate(join(templates, name), async (own) => {
      await cp(join(templates, empty), own, { recursive: true });
      await withDatabase(own, (driver) => loadMonth(driver, join(own, "media"), { lines, days }));
    });
  }
  await cp(join(templates, name), folder, { recursive: true });
  await removeOthers(templates, [empty, name]);
  return embeddedDriver({ folder: join(folder, databaseName) });
}

const databaseName = "database";

async function withDatabase(folder: string, work: (driver: Driver) => Promise<unknown>): Promise<void> {
  const driver = await embeddedDriver({ folder: join(folder, databaseName) });
  try {
    await work(driver);
  } finally {
    await driver.close();
  }
}

/** Made under another name first: a process that is killed meanwhile leaves no half of one. */
async function makeTemplate(template: string, make: (own: string) => Promise<void>): Promise<void> {
  const own = `${template}.${process.pid}.${Date.now()}`;
  await mkdir(own, { recursive: true });
  try {
    await make(own);
    await rename(own, template);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(template)) throw error; // else another process was first
  }
}

/** Those of versions and days before. One that is being made belongs to a process that may still run. */
async function removeOthers(templates: string, kept: readonly string[]): Promise<void> {
  for (const other of await readdir(templates))
    if (!kept.includes(other) && !other.includes("."))
      await rm(join(templates, other), { recursive: true, force: true });
}

async function hashMigrations(isOf: (file: string) => boolean): Promise<string> {
  const hash = createHash("sha256").update(await readFile(monthFile));
  for (const file of (await readdir(migrationsFolder)).sort())
    if (isOf(file)) hash.update(await readFile(join(migrationsFolder, file)));
  return hash.digest("hex").slice(0, 16);
}
