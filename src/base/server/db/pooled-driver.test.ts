import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPgBouncer, type Pooler, startPgBouncer } from "../../../../scripts/pgbouncer.ts";
import { type PostgresServer, startPostgres } from "../../../../scripts/postgres.ts";
import { makeLog } from "../log.ts";
import type { Driver } from "./db.ts";
import { serverDriver } from "./server-driver.ts";

/** A pooler in transaction mode lends a connection of the server to one transaction after the other. */
describe.skipIf(findPgBouncer() === undefined)("through PgBouncer in transaction mode", () => {
  let server: PostgresServer;
  let pooler: Pooler;
  let driver: Driver;
  const logLines: string[] = [];
  const log = makeLog("warn", { write: (line) => void logLines.push(line) });
  const open = (url: string, poolSize = 8) =>
    serverDriver({ url, directUrl: server.url, poolSize, statementTimeoutMs: 10_000, log });

  beforeAll(async () => {
    server = await startPostgres({ fsync: "off" });
    pooler = await startPgBouncer(server.url, { poolSize: 2, statementTimeoutMs: 2_000 });
    driver = await open(pooler.url);
  }, 60_000);
  afterAll(async () => {
    await driver?.close();
    await pooler?.stop();
    await server?.stop();
  });

  it("many transactions share few connections, with statements that are prepared by name elsewhere", async () => {
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        driver.transaction(async (session) => {
          const { rows: first } = await session.query("select pg_backend_pid() as pid", [], "test.pid");
          const { rows } = await session.query(
            "select $1::int * 2 as n, pg_backend_pid() as pid",
            [n],
            "test.double",
          );
          const [{ n: doubled, pid } = { n: -1, pid: -1 }] = rows as { n: number; pid: number }[];
          expect(first).toEqual([{ pid }]);
          return { doubled, pid };
        }),
      ),
    );
    expect(results.map(({ doubled }) => doubled)).toEqual(results.map((_, n) => n * 2));
    expect(new Set(results.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
  });

  it("notifications arrive, over a connection of their own", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await driver.listen("test_channel", resolve);
    await driver.query("select pg_notify('test_channel', 'heard')", []);
    expect(await promise).toBe("heard");
  });

  it("statements have the pooler's time limit; where it sets none the log says so", async () => {
    await expect(driver.query("select pg_sleep(60)", [])).rejects.toThrow("statement timeout");
    expect(logLines).toEqual([]);
    const without = await startPgBouncer(server.url, { statementTimeoutMs: 0 });
    await (await open(without.url, 1)).close();
    await without.stop();
    expect(logLines.join()).toContain("statements have no time limit");
  });
});
