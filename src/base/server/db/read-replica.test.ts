import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../scripts/postgres.ts";
import { makeLog } from "../log.ts";
import { type Db, type Driver, makeDb, sql } from "./db.ts";
import { makeReadReplica, type ReadReplica } from "./read-replica.ts";
import { replicaDriver, serverDriver } from "./server-driver.ts";

/** A primary and a replica that streams from it: the same program as in production. */

let primaryServer: PostgresServer;
let replicaServer: PostgresServer;
let driver: Driver;
let db: Db;
let follower: ReturnType<typeof replicaDriver>;
/** On the replica, past what is tested: stops and resumes its replay. */
let hand: Driver;
let logLines: string[];

const options = { poolSize: 4, statementTimeoutMs: 10_000, log: makeLog("silent") };

beforeAll(async () => {
  primaryServer = await startPostgres({ fsync: "off" });
  replicaServer = await primaryServer.startReplica({ fsync: "off" });
  driver = await serverDriver({ url: primaryServer.url, ...options });
  db = makeDb(driver);
  hand = await serverDriver({ url: replicaServer.url, ...options });
  follower = replicaDriver({ url: replicaServer.url, isPooled: false, ...options });
  await driver.script("create table notes (text text)");
}, 90_000);
afterAll(async () => {
  await follower?.close();
  await hand?.close().catch(() => {});
  await driver?.close();
  await replicaServer?.stop();
  await primaryServer?.stop();
});

beforeEach(async () => {
  logLines = [];
  await db.run(sql`truncate notes`);
});
afterEach(() => resume());

/** The call only requests a pause; records are replayed until the state says so. */
async function pause() {
  await hand.query("select pg_wal_replay_pause()", []);
  const readState = () => hand.query("select pg_get_wal_replay_pause_state() as state", []);
  await expect.poll(async () => (await readState()).rows, { timeout: 10_000 }).toEqual([{ state: "paused" }]);
}
const resume = () => hand.query("select pg_wal_replay_resume()", []);

/** Time as the readers see it: tests move it. */
let ahead = 0;
const makeReplica = (replica: Pick<Driver, "query"> = follower): ReadReplica =>
  makeReadReplica({
    primary: db,
    replica,
    maxLagMs: 10_000,
    log: makeLog("warn", { write: (line) => void logLines.push(line) }),
    now: () => performance.now() + ahead,
  });

/** A reader that knows its replica to be current; before, it reads from the primary. */
async function makeCurrentReplica(): Promise<ReadReplica> {
  const replica = makeReplica();
  const isCurrent = async () => {
    await replica.settle();
    return isReplica(await replica.chooseAfter(undefined));
  };
  await expect.poll(isCurrent, { timeout: 10_000 }).toBe(true);
  return replica;
}

const write = (text: string) => db.run(sql`insert into notes (text) values (${text})`);
const read = async (from: Db) =>
  (await from.many<{ text: string }>(sql`select text from notes order by text`)).map(({ text }) => text);
const isReplica = async (from: Db) =>
  (await from.one<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).is;

describe("reads that may use the replica", () => {
  it("are answered by it", async () => {
    await write("one");
    const replica = await makeCurrentReplica();
    const reader = await replica.chooseCurrent();
    expect(await isReplica(reader)).toBe(true);
    expect(await read(reader)).toEqual(["one"]);
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(true);
  });

  it("show their reader's own writes while its replay is paused, from the primary; those of others as they were", async () => {
    await write("before");
    const replica = await makeCurrentReplica();
    await pause();
    await write("mine");
    const position = await replica.loadPosition();
    expect(await read(await replica.chooseAfter(position))).toEqual(["before", "mine"]);
    expect(await isReplica(await replica.chooseAfter(position))).toBe(false);
    expect(await read(await replica.chooseAfter(undefined))).toEqual(["before"]);
    await resume();
    await replica.settle();
    const reader = await replica.chooseAfter(position);
    expect(await isReplica(reader)).toBe(true);
    expect(await read(reader)).toEqual(["before", "mine"]);
  });

  it("come from the primary once it is further behind than allowed, and from the replica when it has caught up", async () => {
    const replica = await makeCurrentReplica();
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(true);
    await pause();
    await write("unseen");
    ahead += 5_000;
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(true);
    ahead += 6_000;
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(false);
    await resume();
    const isCurrent = async () => {
      ahead += 1_500;
      return isReplica(await replica.chooseCurrent());
    };
    await expect.poll(isCurrent).toBe(true);
    expect(await read(await replica.chooseCurrent())).toEqual(["unseen"]);
  });

  it("of an idle database come from the replica, however long nothing was written", async () => {
    const replica = await makeCurrentReplica();
    ahead += 3_600_000;
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(true);
  });

  it("fail where the statement itself fails, and write nowhere but on the primary", async () => {
    const replica = await makeCurrentReplica();
    const reader = await replica.chooseCurrent();
    await expect(reader.many(sql`select 1 / 0`)).rejects.toThrow("division by zero");
    await reader.many(sql`insert into notes (text) values ('written') returning text`);
    expect(logLines.join()).toContain("a call that may read from the replica wrote");
    await reader.run(sql`insert into notes (text) values ('run')`);
    await reader.transaction((tx) => tx.run(sql`insert into notes (text) values ('transaction')`));
    expect(await read(db)).toEqual(["run", "transaction", "written"]);
  });

  it("come from the replica while the primary does not answer", async () => {
    await write("kept");
    await makeCurrentReplica();
    const away = makeReadReplica({
      primary: makeDb({ ...driver, query: () => Promise.reject(new Error("connection refused")) }),
      replica: follower,
      maxLagMs: 10_000,
      log: makeLog("silent"),
    });
    expect(await read(await away.chooseAfter(undefined))).toEqual(["kept"]);
  });

  it("come from the primary while the replica is away, which is asked again after a while", async () => {
    await write("here");
    let isUp = false;
    const replica = makeReplica({
      query: (text, values) =>
        isUp ? follower.query(text, values) : Promise.reject(new Error("connection refused")),
    });
    expect(await read(await replica.chooseAfter(undefined))).toEqual(["here"]);
    expect(await isReplica(await replica.chooseCurrent())).toBe(false);
    expect(logLines.filter((line) => line.includes("does not answer"))).toHaveLength(1);
    isUp = true;
    ahead += 6_000;
    await expect.poll(async () => isReplica(await replica.chooseCurrent())).toBe(true);
    const reader = await replica.chooseCurrent();
    isUp = false;
    expect(await read(reader)).toEqual(["here"]);
  });

  it("come from the primary when the server that is to follow it follows none", async () => {
    const replica = makeReplica(driver);
    expect(await isReplica(await replica.chooseAfter(undefined))).toBe(false);
  });
});
