import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Driver } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { loadMonth, migrationsFolder } from "./load-month.ts";
import { type MonthHead, monthFile } from "./month.ts";

type Month = { head: MonthHead; lines: readonly string[]; today: RiyadhDay };

/**
 * Makes the month's database, moved to end on `today`, with its media beside it. To create and migrate a database, and to
 * load the month into it, takes many times as long as to open it: both are done once, the second once a day, and kept in
 * `templates`. What is opened is a copy, so that several processes may share them.
 */
export async function makeTemplates(templates: string, { head, lines, today }: Month): Promise<void> {
  const empty = await hashMigrations((file) => file <= head.lastMigration);
  const day = await nameDay(today);
  await removeOthers(templates, [empty, day]);
  if (existsSync(join(templates, day))) return;
  if (!existsSync(join(templates, empty)))
    await makeTemplate(join(templates, empty), async (own) => {
      await withDatabase(own, (driver) => migrate(driver, migrationsFolder, { last: head.lastMigration }));
    });
  await makeTemplate(join(templates, day), async (own) => {
    await cp(join(templates, empty), own, { recursive: true });
    await withDatabase(own, (driver) =>
      loadMonth(driver, join(own, "media"), { lines, days: countDays(head, today) }),
    );
  });
}

/** The folder of a day's template, whether or not it has been made. */
export async function findTemplate(templates: string, today: RiyadhDay): Promise<string> {
  return join(templates, await nameDay(today));
}

/** Opens a copy of a template in `folder`, with its media. */
export async function openCopy(template: string, folder: string): Promise<Driver> {
  await cp(template, folder, { recursive: true });
  return embeddedDriver({ folder: join(folder, databaseName) });
}

/** By how many days the month is moved, so that it ends on `today`. */
export const countDays = (head: MonthHead, today: RiyadhDay) =>
  daysBetween(toRiyadhDay(new Date(head.endedAt)), today);

const nameDay = async (today: RiyadhDay) => `${await hashMigrations(() => true)}-${today}`;

const databaseName = "database";
/** Nothing takes so long to be made. */
const leftMs = 3_600_000;

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

/** Those of versions and days before; of those that are being made, what a process left that ended meanwhile. */
async function removeOthers(templates: string, kept: readonly string[]): Promise<void> {
  await mkdir(templates, { recursive: true });
  for (const other of await readdir(templates)) {
    const folder = join(templates, other);
    if (kept.includes(other) || (other.includes(".") && (await isRecent(folder)))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

async function isRecent(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < leftMs;
}

async function hashMigrations(isOf: (file: string) => boolean): Promise<string> {
  const hash = createHash("sha256").update(await readFile(monthFile));
  for (const file of (await readdir(migrationsFolder)).sort())
    if (isOf(file)) hash.update(await readFile(join(migrationsFolder, file)));
  return hash.digest("hex").slice(0, 16);
}
