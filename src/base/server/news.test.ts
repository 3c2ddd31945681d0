import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "../testing/db.ts";
import { sql } from "./db/db.ts";
import { defineJob, jobRunner, makeJobDesk } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { type Listener, makeNewsDesk, type News } from "./news.ts";

const log = makeLog("silent");
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

function deskFor(hear: Listener["hear"], buryAfter = 3) {
  return makeNewsDesk({ db, log, listeners: [{ name: "ear", hears: ["thing.happened"], hear }], buryAfter });
}

describe("events", () => {
  it("are heard once each, in the order they were committed", async () => {
    const heard: News[] = [];
    const desk = deskFor(async (_tx, news) => void heard.push(news));
    for (const number of [1, 2, 3]) {
      await db.transaction((tx) => tx.announce({ name: "thing.happened", merchant_id: "mer_1", number }));
    }
    await desk.settle();
    await desk.settle();
    expect(heard.map((news) => news.number)).toEqual([1, 2, 3]);
  });

  it("of a change that was rolled back are never heard", async () => {
    const heard: News[] = [];
    const desk = deskFor(async (_tx, news) => void heard.push(news));
    const failing = db.transaction(async (tx) => {
      await tx.announce({ name: "thing.happened" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await desk.settle();
    expect(heard).toEqual([]);
  });

  it("that a listener cannot bear are buried after their tries, and those behind them go on", async () => {
    const heard: unknown[] = [];
    const desk = deskFor(async (_tx, news) => {
      if (news.number === 1) throw new Error("indigestible");
      heard.push(news.number);
    }, 1);
    for (const number of [1, 2])
      await db.transaction((tx) => tx.announce({ name: "thing.happened", number }));
    await desk.settle();
    await desk.settle();
    expect(heard).toEqual([2]);
    const buried = await db.many<{ reason: string }>(sql`select reason from base.dead_letters`);
    expect(buried).toEqual([{ reason: "indigestible" }]);
  });

  it("leave no half work behind when their listener fails", async () => {
    const desk = deskFor(async (tx) => {
      await tx.run(
        sql`insert into base.idempotency_keys (scope, key, call, body_hash) values ('s', 'k1234567', 'c', 'h')`,
      );
      throw new Error("too late");
    }, 1);
    await db.transaction((tx) => tx.announce({ name: "thing.happened" }));
    await desk.settle();
    expect(await db.many(sql`select 1 from base.idempotency_keys`)).toEqual([]);
  });
});

describe("a wish for later work", () => {
  const ring = defineJob({ name: "ring-bell", input: z.object({ times: z.number() }) });

  it("becomes one job after the commit, however often its event is read", async () => {
    const rung: number[] = [];
    const jobs = makeJobDesk({
      driver: db.driver,
      log,
      jobs: [jobRunner(ring, async ({ times }) => void rung.push(times))],
    });
    await jobs.prepare();
    const desk = makeNewsDesk({ db, log, listeners: [jobs.enqueue] });
    await db.transaction((tx) => tx.later(ring, { times: 3 }));
    await desk.settle();
    await db.run(sql`update base.listeners set position = 0`);
    await desk.settle();
    await jobs.settle();
    await jobs.stop();
    expect(rung).toEqual([3]);
  });
});

describe("the outer handle", () => {
  it("is refused inside a transaction, rather than hanging", async () => {
    await expect(db.transaction(() => db.many(sql`select 1`))).rejects.toThrow("pass tx down");
  });
});
