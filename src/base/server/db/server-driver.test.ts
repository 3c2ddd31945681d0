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

it("a connection that is lost before the commit is answered fails the transaction, whose last statements nobody awaited", async () => {
  await driver.script("create table items (n int)");
  const lost = driver.transaction(async (session) => {
    const { rows } = await session.query("select pg_backend_pid() as pid", []);
    const [{ pid }] = rows as [{ pid: number }];
    await session.query("insert into items values (1)", []);
    session.query("select pg_sleep(60)", []).catch(() => {});
    setImmediate(() => driver.query("select pg_terminate_backend($1, 5000)", [pid]));
  });
  await expect(lost).rejects.toThrow();
  expect((await driver.query("select * from items", [])).rows).toEqual([]);
});

it("a connection that is lost among statements sent together fails them all, and nothing else", async () => {
  const lost = driver.transaction(async (session) => {
    await Promise.all([
      session.query("select pg_terminate_backend(pg_backend_pid())", []),
      session.query("select 1", []),
      session.query("select 2", []),
    ]);
  });
  await expect(lost).rejects.toThrow();
  expect((await driver.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
});

it("one prepared statement serves many transactions at once, also after one of them failed", async () => {
  const divide = (by: number) =>
    driver.transaction((session) => session.query("select 6 / $1::int as result", [by], "test.divide"));
  const outcomes = await Promise.allSettled([divide(0), divide(1), divide(0), divide(2), divide(3)]);
  expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.rows : null))).toEqual([
    null,
    [{ result: 6 }],
    null,
    [{ result: 3 }],
    [{ result: 2 }],
  ]);
});
