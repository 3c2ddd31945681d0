import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../scripts/postgres.ts";
import { makeLog } from "../log.ts";
import type { Driver, Session } from "./db.ts";
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

describe("statements of a transaction that are sent together", () => {
  const settle = (work: Parameters<Driver["transaction"]>[0]) =>
    driver.transaction(work).then(
      () => "committed",
      (error: Error) => error.message,
    );

  it("are answered in their order, each with its own rows, and share prepared statements", async () => {
    const double = (session: Session, n: number) =>
      session.query("select $1::int * 2 as result", [n], "test.double");
    const results = await driver.transaction((session) =>
      Promise.all([double(session, 1), session.query("select 1 where false", []), double(session, 2)]),
    );
    expect(results.map(({ rows }) => rows)).toEqual([[{ result: 2 }], [], [{ result: 4 }]]);
  });

  it("behind one that failed fail with its error, and what they name is known to the server the next time", async () => {
    const name = (session: Session) => session.query("select 1 as one", [], "test.behind");
    const failed = await settle((session) =>
      Promise.all([session.query("select 1 / $1::int", [0], "test.fails"), name(session)]),
    );
    expect(failed).toBe("division by zero");
    const { rows } = await driver.transaction(name);
    expect(rows).toEqual([{ one: 1 }]);
    expect(await settle((session) => session.query("select 1 / $1::int", [0], "test.fails"))).toBe(
      "division by zero",
    );
  });

  it("are none of them sent behind one whose value has no text, and the connection serves on", async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const failed = await settle((session) =>
      Promise.all([
        session.query("select 1", []),
        session.query("select $1::json as value", [endless], "test.endless"),
        session.query("create table never_made ()", []),
      ]),
    );
    expect(failed).toMatch(/circular/);
    const made = await driver.query("select to_regclass('never_made') as found", []);
    expect(made.rows).toEqual([{ found: null }]);
    const again = await driver.transaction((session) =>
      session.query("select $1::json as value", [{ fine: true }], "test.endless"),
    );
    expect(again.rows).toEqual([{ value: { fine: true } }]);
  });
});
