import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LiveEvent } from "../shared/live.calls.ts";
import { type TestDb, testDb } from "../testing/db.ts";
import { systemClock } from "./clock.ts";
import { type Db, sql } from "./db/db.ts";
import { makeLiveHub, streamLimits } from "./live-hub.ts";
import { makeLog } from "./log.ts";
import { makeOutboxRelay } from "./outbox-relay.ts";

const log = makeLog("silent");
let db: TestDb;
let ended: Set<string>;
/** The merchants for which sessions act by now, where it is not the one of their stream. */
let moved: Map<string, string>;
let sessionQueries: string[][];
let reads: number;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  ended = new Set();
  moved = new Map();
  sessionQueries = [];
  reads = 0;
});
afterAll(() => db.close());

/** The hub over the test's database, counting how often it reads events. */
function openHub(from: Db = db) {
  const many: Db["many"] = (query) => {
    reads += 1;
    return from.many(query);
  };
  return makeLiveHub({
    db: { ...from, many },
    log,
    findActiveSessions: async (ids) => {
      sessionQueries.push([...ids]);
      const active = ids.filter((id) => !ended.has(id));
      return new Map(active.map((id) => [id, moved.get(id) ?? id.replace("ses_of_", "")]));
    },
  });
}

function reader(merchantId: string, resumesAfter?: number, accepts = (_names: string[]) => true) {
  const received: string[] = [];
  let isClosed = false;
  return {
    merchantId,
    sessionId: `ses_of_${merchantId}`,
    resumesAfter,
    send(events: readonly LiveEvent[]) {
      const names = events.map((event) => (event.name === "domain_event" ? event.data.name : event.name));
      received.push(...names);
      return accepts(names);
    },
    close() {
      isClosed = true;
    },
    received,
    isClosed: () => isClosed,
  };
}

/** Publishes this many events of a merchant, committed and with positions. */
async function insertEvents(merchantId: string, name: string, count = 1) {
  await db.run(sql`
    insert into base.events (name, merchant_id, details, published_at, position)
    select ${name}, ${merchantId}, '{}', now(), nextval('base.event_positions')
    from generate_series(1, ${count}::int)`);
}

const lastPosition = async () =>
  (await db.one<{ last: number }>(sql`select max(position) as last from base.events`)).last;

describe("the hub of live streams", () => {
  it("delivers new events although thousands lie behind a stream that receives nothing", async () => {
    const hub = openHub();
    const [idle, busy] = [reader("mer_idle"), reader("mer_busy")];
    hub.join(idle);
    hub.join(busy);
    await hub.pump();
    await insertEvents("mer_other", "thing.happened", 2_500);
    await hub.pump();
    await insertEvents("mer_busy", "campaign.started");
    await hub.pump();
    expect(busy.received).toEqual(["ready", "campaign.started"]);
    expect(idle.received).toEqual(["ready"]);
  });

  it("reads each event once, however many streams are open and whatever they have received", async () => {
    const hub = openHub();
    for (let n = 0; n < 50; n += 1) hub.join(reader(`mer_${n}`));
    await hub.pump();
    await insertEvents("mer_other", "thing.happened", 2_500);
    reads = 0;
    await hub.pump();
    await hub.pump();
    expect(reads).toBe(4); // 1,000, 1,000, 500, and nothing
  });

  it("checks once per batch which sessions are active, and only those that have something to receive", async () => {
    const hub = openHub();
    for (let n = 0; n < 20; n += 1) hub.join(reader(`mer_${n}`));
    await hub.pump();
    await insertEvents("mer_3", "thing.happened", 200);
    await insertEvents("mer_4", "thing.happened", 200);
    await hub.pump();
    expect(sessionQueries).toEqual([["ses_of_mer_3", "ses_of_mer_4"]]);
  });

  it("closes the streams of a session that acts for another merchant by now", async () => {
    const hub = openHub();
    const switched = reader("mer_1");
    hub.join(switched);
    await hub.pump();
    moved.set(switched.sessionId, "mer_2");
    await insertEvents("mer_1", "thing.happened");
    await hub.pump();
    expect(switched.received).toEqual(["ready"]);
    expect(switched.isClosed()).toBe(true);
  });

  it("sends an ended session nothing, and closes its streams", async () => {
    const hub = openHub();
    const endedReader = reader("mer_1");
    hub.join(endedReader);
    await hub.pump();
    ended.add(endedReader.sessionId);
    await insertEvents("mer_1", "merchant.sessions_ended");
    await hub.pump();
    expect(endedReader.received).toEqual(["ready"]);
    expect(endedReader.isClosed()).toBe(true);
    expect(hub.size).toBe(0);
  });

  it("resumes without a gap or a repeat, including events that arrive while it resumes", async () => {
    const hub = openHub();
    hub.join(reader("mer_2"));
    await insertEvents("mer_1", "thing.0");
    const after = await lastPosition();
    await insertEvents("mer_1", "thing.1");
    await hub.pump();
    await insertEvents("mer_1", "thing.2");
    const back = reader("mer_1", after);
    hub.join(back);
    await insertEvents("mer_1", "thing.3");
    await hub.pump();
    await hub.pump();
    expect(back.received).toEqual(["ready", "thing.1", "thing.2", "thing.3"]);
  });

  it("tells a reader that missed too much to fetch everything, and then goes on", async () => {
    const hub = openHub();
    await insertEvents("mer_1", "thing.0");
    const after = await lastPosition();
    await insertEvents("mer_1", "thing.happened", 101);
    const back = reader("mer_1", after);
    hub.join(back);
    await hub.pump();
    await insertEvents("mer_1", "thing.after");
    await hub.pump();
    expect(back.received).toEqual(["ready", "reset", "thing.after"]);
  });

  it.each([
    ["an event that is forgotten", 1],
    ["an event that never was", 9_000_000_000],
  ])("tells a reader that resumes after %s to fetch everything", async (_what, after) => {
    await insertEvents("mer_1", "thing.happened", 5);
    await db.run(sql`delete from base.events where position < (select max(position) from base.events)`);
    await db.run(sql`update base.events set position = position + 10`);
    const hub = openHub();
    const back = reader("mer_1", after);
    hub.join(back);
    await hub.pump();
    expect(back.received).toEqual(["ready", "reset"]);
  });

  it("cuts a reader that does not take what it is sent; the others go on", async () => {
    const hub = openHub();
    const slow = reader("mer_1", undefined, (names) => names.includes("ready"));
    const quick = reader("mer_1");
    hub.join(slow);
    hub.join(quick);
    await hub.pump();
    await insertEvents("mer_1", "thing.1");
    await insertEvents("mer_1", "thing.2");
    await hub.pump();
    expect(slow.isClosed()).toBe(true);
    expect(quick.received).toEqual(["ready", "thing.1", "thing.2"]);
    expect(hub.size).toBe(1);
  });

  it("loses nothing when the database fails for a moment", async () => {
    let isBroken = false;
    const hub = openHub({
      ...db,
      many: async (query) => {
        if (isBroken) throw new Error("the connection was lost");
        return db.many(query);
      },
    });
    const stream = reader("mer_1");
    hub.join(stream);
    await hub.pump();
    await insertEvents("mer_1", "thing.1");
    isBroken = true;
    await hub.pump();
    isBroken = false;
    await hub.pump();
    expect(stream.received).toEqual(["ready", "thing.1"]);
  });

  it("gives every event its position: a slow transaction's event is not skipped", async () => {
    const relay = makeOutboxRelay({ db, log, worldClock: systemClock, subscriptions: [] });
    const hub = openHub();
    const stream = reader("mer_1");
    hub.join(stream);
    await hub.pump();
    // Published first and committed last, as happens with two connections.
    await db.run(sql`
      insert into base.events (id, name, merchant_id, details, published_at) overriding system value
      values (2000, 'thing.late', 'mer_1', '{}', now())`);
    await relay.settle();
    await hub.pump();
    await db.run(sql`
      insert into base.events (id, name, merchant_id, details, published_at) overriding system value
      values (1000, 'thing.early', 'mer_1', '{}', now())`);
    await relay.settle();
    await hub.pump();
    expect(stream.received).toEqual(["ready", "thing.late", "thing.early"]);
  });

  it("limits the streams of a session and of its merchant, and frees a slot when one closes", async () => {
    const hub = openHub();
    const leaves = Array.from({ length: streamLimits.perSession }, () => hub.join(reader("mer_1")));
    expect(hub.hasCapacity("mer_1", "ses_of_mer_1")).toBe(false);
    expect(hub.hasCapacity("mer_1", "ses_other")).toBe(true);
    expect(hub.hasCapacity("mer_2", "ses_of_mer_2")).toBe(true);
    leaves[0]?.();
    expect(hub.hasCapacity("mer_1", "ses_of_mer_1")).toBe(true);
    for (let n = hub.size; n < streamLimits.perMerchant; n += 1)
      hub.join({ ...reader("mer_1"), sessionId: `ses_${n}` });
    expect(hub.hasCapacity("mer_1", "ses_other")).toBe(false);
  });
});
