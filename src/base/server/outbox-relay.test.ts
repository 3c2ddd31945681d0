import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "../testing/db.ts";
import { testEvent } from "../testing/events.ts";
import { frozenClock } from "./clock.ts";
import { sql } from "./db/db.ts";
import { defineJob, handleJob, makeJobQueue } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { makeOutboxRelay, type StoredEvent, type Subscription } from "./outbox-relay.ts";

const log = makeLog("silent");
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const worldClock = frozenClock("2026-11-21T09:00:00Z");

function makeTestRelay(handle: Subscription["handle"], maxFailures = 3) {
  return makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: [{ name: "recorder", events: ["thing.happened"], handle }],
    maxFailures,
  });
}

describe("events", () => {
  it("are handled once each, in the order they were committed", async () => {
    const received: StoredEvent[] = [];
    const relay = makeTestRelay(async (_tx, event) => void received.push(event));
    for (const number of [1, 2, 3]) {
      await db.transaction((tx) => tx.publish(testEvent({ number })));
    }
    await relay.settle();
    await relay.settle();
    expect(received.map((event) => event.number)).toEqual([1, 2, 3]);
  });

  it("of a change that was rolled back are never delivered", async () => {
    const received: StoredEvent[] = [];
    const relay = makeTestRelay(async (_tx, event) => void received.push(event));
    const failing = db.transaction(async (tx) => {
      await tx.publish(testEvent());
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await relay.settle();
    expect(received).toEqual([]);
  });

  it("that a subscription cannot handle move to the dead letters after the last attempt, and the later ones go on", async () => {
    const received: unknown[] = [];
    const relay = makeTestRelay(async (_tx, event) => {
      if (event.number === 1) throw new Error("indigestible");
      received.push(event.number);
    }, 1);
    for (const number of [1, 2]) await db.transaction((tx) => tx.publish(testEvent({ number })));
    await relay.settle();
    await relay.settle();
    expect(received).toEqual([2]);
    const deadLetters = await db.many<{ reason: string }>(sql`select reason from base.dead_letters`);
    expect(deadLetters).toEqual([{ reason: "indigestible" }]);
  });

  it("leave no partial work behind when their handler fails", async () => {
    const relay = makeTestRelay(async (tx) => {
      await tx.run(
        sql`insert into base.idempotency_keys (scope, key, call, body_hash) values ('s', 'k1234567', 'c', 'h')`,
      );
      throw new Error("too late");
    }, 1);
    await db.transaction((tx) => tx.publish(testEvent()));
    await relay.settle();
    expect(await db.many(sql`select 1 from base.idempotency_keys`)).toEqual([]);
  });
});

describe("an enqueued job", () => {
  const ringBell = defineJob({ name: "ring-bell", input: z.object({ times: z.number() }) });

  it("becomes one job after the commit, however often its event is read", async () => {
    const rung: number[] = [];
    const jobs = makeJobQueue({
      driver: db.driver,
      log,
      jobs: [handleJob(ringBell, async ({ times }) => void rung.push(times))],
    });
    await jobs.prepare();
    const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: [jobs.subscription] });
    await db.transaction((tx) => tx.enqueue(ringBell, { times: 3 }));
    await relay.settle();
    await db.run(sql`update base.subscriptions set position = 0`);
    await relay.settle();
    await jobs.settle();
    await jobs.stop();
    expect(rung).toEqual([3]);
  });
});

describe("the database handle", () => {
  it("is refused inside a transaction, rather than deadlocking", async () => {
    await expect(db.transaction(() => db.many(sql`select 1`))).rejects.toThrow("pass tx down");
  });
});
