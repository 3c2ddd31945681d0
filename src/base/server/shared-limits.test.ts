import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../scripts/postgres.ts";
import { type Driver, makeDb, sql } from "./db/db.ts";
import { embeddedDriver } from "./db/embedded-driver.ts";
import { migrate } from "./db/migrate.ts";
import { serverDriver } from "./db/server-driver.ts";
import { makeLog } from "./log.ts";

/** One limit of 50 uses, taken by several processes of the operating system, on both kinds of database. */

const root = join(import.meta.dirname, "../../..");
const log = makeLog("silent");
const options = { statementTimeoutMs: 10_000, log };

/** Tries as often as it is given, eight at a time, and prints how many were allowed. */
const program = `
import { makeDb } from "#base/server/db/db.ts";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { serverDriver } from "#base/server/db/server-driver.ts";
import { makeLog } from "#base/server/log.ts";
import { consumeRateLimit } from "#base/server/rate-limit.ts";
const { url, folder, tries } = JSON.parse(process.env.LIMIT_TEST);
const driver = url
  ? await serverDriver({ url, poolSize: 8, statementTimeoutMs: 10_000, log: makeLog("silent") })
  : await embeddedDriver({ folder });
const use = { key: "codes:0501234567", limit: 50, windowSeconds: 3600, now: new Date("2030-01-01T00:10:00Z") };
const answers = await Promise.all(Array.from({ length: tries }, () => consumeRateLimit(makeDb(driver), use)));
console.log(answers.filter(({ isAllowed }) => isAllowed).length);
await driver.close();
`;

async function runProcess(env: { url?: string; folder?: string; tries: number }): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", program], {
    cwd: root,
    env: { ...process.env, LIMIT_TEST: JSON.stringify(env) },
  });
  return Number(stdout);
}

const readUsed = async (driver: Driver) =>
  (await makeDb(driver).one<{ used: number }>(sql`select sum(used)::int as used from base.rate_limits`)).used;

describe("a limit on a server", () => {
  let postgres: PostgresServer;
  let driver: Driver;
  beforeAll(async () => {
    postgres = await startPostgres();
    driver = await serverDriver({ ...options, url: postgres.url, poolSize: 4 });
    await migrate(driver, join(root, "db/migrations"));
  }, 120_000);
  afterAll(async () => {
    await driver?.close();
    await postgres?.stop();
  });

  it("is shared by three processes at once: fifty of a hundred and twenty uses are allowed", async () => {
    const run = () => runProcess({ url: postgres.url, tries: 40 });
    const allowed = await Promise.all([run(), run(), run()]);
    expect(allowed.reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(await readUsed(driver)).toBe(50);
  }, 60_000);
});

describe("a limit on the embedded database", () => {
  it("goes on in the process that opens the folder next", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "rawaj-limits-")), "database");
    const driver = await embeddedDriver({ folder });
    await migrate(driver, join(root, "db/migrations"));
    await driver.close();
    expect(await runProcess({ folder, tries: 30 })).toBe(30);
    expect(await runProcess({ folder, tries: 30 })).toBe(20);
    expect(await runProcess({ folder, tries: 30 })).toBe(0);
  }, 120_000);
});
