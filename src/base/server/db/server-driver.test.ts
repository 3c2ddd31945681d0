import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../scripts/postgres.ts";
import { makeLog } from "../log.ts";
import type { Driver } from "./db.ts";
import { serverDriver } from "./server-driver.ts";

let server: PostgresServer;
let driver: Driver;

beforeAll(async () => {
  server = await startPostgres();
  driver = await serverDriver({
    url: server.url,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    log: makeLog("silent"),
  });
}, 60_000);
afterAll(async () => {
  await driver.close();
  await server.stop();
});

// An error without a listener would also fail this test, as an unhandled one.
it("a connection that is lost between two queries of a transaction fails it, and nothing else", async () => {
  const lost = driver.transaction(async (session) => {
    const { rows } = await session.query("select pg_backend_pid() as pid", []);
    const [{ pid }] = rows as [{ pid: number }];
    await driver.query("select pg_terminate_backend($1, 5000)", [pid]);
    await session.query("select 1", []);
  });
  await expect(lost).rejects.toThrow();
  expect((await driver.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
});
