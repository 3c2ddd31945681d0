import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "../testing/db.ts";
import { testEvent } from "../testing/events.ts";
import { frozenClock } from "./clock.ts";
import { sql } from "./db/db.ts";
import { defineJob, handleJob, makeJobQueue } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { assignPositions, restCursors } from "./outbox.store.ts";
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

  it("of one batch that fails come one by one, and only the bad one moves to the dead letters", async () => {
    const batches: unknown[][] = [];
    const relay = makeOutboxRelay({
      db,
      log,
      worldClock,
      maxFailures: 2,
      subscriptions: [
        {
          name: "recorder",
          events: ["thing.happened"],
          handle: async () => {},
          async handleBatch(_tx, events) {
            const numbers = events.map(({ number }) => number);
            if (numbers.includes(2)) throw new Error("indigestible");
            batches.push(numbers);
          },
        },
      ],
    });
    for (const number of [1, 2, 3]) await db.transaction((tx) => tx.publish(testEvent({ number })));
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await relay.settle();
      await db.run(sql`update base.subscriptions set retry_at = null`);
    }
    expect(batches).toEqual([[1], [3]]);
    expect(await db.many(sql`select details->'number' as number from base.dead_letters`)).toEqual([
      { number: 2 },
    ]);
  });

  it("are handled in transactions as small as their subscription asks for", async () => {
    const transactions: unknown[] = [];
    const relay = makeOutboxRelay({
      db,
      log,
      worldClock,
      subscriptions: [
        {
          name: "recorder",
          events: ["thing.happened"],
          batchSize: 2,
          handle: async (tx) => void transactions.push(tx),
        },
      ],
    });
    for (const number of [1, 2, 3, 4, 5]) await db.transaction((tx) => tx.publish(testEvent({ number })));
    await relay.settle();
    const sizes = [...new Set(transactions)].map((tx) => transactions.filter((each) => each === tx).length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("of several names reach their subscription in the order they were committed", async () => {
    const received: unknown[] = [];
    const relay = makeOutboxRelay({
      db,
      log,
      worldClock,
      subscriptions: [
        {
          name: "recorder",
          events: ["thing.happened", "thing.ended"],
          batchSize: 2,
          handle: async (_tx, event) => void received.push(event.number ?? event.name),
        },
      ],
    });
    await db.transaction((tx) => tx.publish(testEvent({ number: 1 })));
    await db.run(sql`
      insert into base.events (name, merchant_id, details, published_at) values ('thing.ended', 'mer_1', '{}', now())`);
    await db.transaction((tx) => tx.publish(testEvent({ number: 2 }), testEvent({ number: 3 })));
    await relay.settle();
    expect(received).toEqual([1, "thing.ended", 2, 3]);
  });

  it("of many merchants keep each merchant's order, and each is handled once", async () => {
    const received: StoredEvent[] = [];
    const relay = makeTestRelay(async (_tx, event) => void received.push(event));
    for (let number = 0; number < 20; number += 1)
      await db.transaction(async (tx) => {
        for (let n = 0; n < 30; n += 1) await tx.publish(testEvent({ merchant_id: `mer_${n}`, number }));
      });
    await relay.settle();
    const numbers = Map.groupBy(received, (event) => event.merchant_id);
    expect([...numbers.values()].map((events) => events.map(({ number }) => number))).toEqual(
      Array.from({ length: 30 }, () => Array.from({ length: 20 }, (_, number) => number)),
    );
  });

  it("of a merchant that cannot be handled hold up only those that share its lane", async () => {
    const received = new Set<string | null>();
    const relay = makeTestRelay(async (_tx, { merchant_id }) => {
      if (merchant_id === "mer_0") throw new Error("not yet");
      received.add(merchant_id);
    }, 8);
    await db.transaction(async (tx) => {
      for (let n = 0; n < 64; n += 1) await tx.publish(testEvent({ merchant_id: `mer_${n}` }));
    });
    await relay.settle();
    const beside = await db.many<{ merchant_id: string }>(sql`
      select merchant_id from base.events
      where lane <> (select lane from base.events where merchant_id = 'mer_0')`);
    expect(beside.length).toBeGreaterThan(40);
    expect(beside.filter(({ merchant_id }) => !received.has(merchant_id))).toEqual([]);
  });

  it("that no subscription waits for leave its cursors at the newest, so that history can be deleted", async () => {
    const relay = makeTestRelay(async () => {});
    await relay.start();
    await relay.stop();
    await db.run(sql`
      insert into base.events (name, merchant_id, details, published_at) values ('thing.ended', 'mer_1', '{}', now())`);
    await db.transaction((tx) => tx.publish(testEvent({ merchant_id: "mer_2" })));
    await assignPositions(db);
    await restCursors(db, [{ name: "recorder", events: ["thing.happened"] }]);
    const { lane, position: newest } = await db.one<{ lane: number; position: number }>(sql`
      select lane, position from base.events where merchant_id = 'mer_2'`);
    const cursors = await db.many<{ lane: number; position: number }>(
      sql`select lane, position from base.subscriptions where name = 'recorder' order by lane`,
    );
    expect(cursors.map(({ position }) => position)).toEqual(
      cursors.map((cursor) => (cursor.lane === lane ? 0 : newest)),
    );
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
    const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: jobs.subscriptions });
    await db.transaction((tx) => tx.enqueue(ringBell, { times: 3 }));
    await relay.settle();
    await db.run(sql`update base.subscriptions set position = 0`);
    await relay.settle();
    await jobs.settle();
    await jobs.stop();
    expect(rung).toEqual([3]);
  });

  it("that a person waits for passes those that wait before it", async () => {
    const sendCode = defineJob({ name: "send-code", input: z.object({}), isUrgent: true });
    const jobs = makeJobQueue({
      driver: db.driver,
      log,
      jobs: [handleJob(ringBell, async () => {}), handleJob(sendCode, async () => {})],
    });
    await jobs.prepare();
    const handled: string[] = [];
    const relay = makeOutboxRelay({
      db,
      log,
      worldClock,
      subscriptions: jobs.subscriptions.map((subscription) => ({
        ...subscription,
        async handleBatch(tx, events, now) {
          handled.push(...events.map(({ job }) => String(job)));
          await subscription.handleBatch?.(tx, events, now);
        },
      })),
    });
    await db.transaction(async (tx) => {
      for (let times = 0; times < 250; times += 1) await tx.enqueue(ringBell, { times });
      await tx.enqueue(sendCode, {});
    });
    await relay.settle();
    await jobs.stop();
    expect([handled.indexOf("send-code"), handled.length]).toEqual([0, 251]);
  });
});

describe("the database handle", () => {
  it("is refused inside a transaction, rather than deadlocking", async () => {
    await expect(db.transaction(() => db.many(sql`select 1`))).rejects.toThrow("pass tx down");
  });
});
