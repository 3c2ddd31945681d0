import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { OperationRow } from "../../shared/operations.calls.ts";
import { testAbility } from "../../testing/abilities.ts";
import { testContext } from "../../testing/context.ts";
import { type TestDb, testDb } from "../../testing/db.ts";
import { listAudit, recordAudit } from "../audit.ts";
import { frozenClock } from "../clock.ts";
import { type ReadContext, transact } from "../context.ts";
import { type Db, sql } from "../db/db.ts";
import { makeJobQueue } from "../jobs.ts";
import { makeLog } from "../log.ts";
import { makeOutboxRelay } from "../outbox-relay.ts";
import { cancelOperation, countUndoable, undoOperation } from "./change-operation.ts";
import { defineOperation, maxItems, toOperationKinds } from "./define-operation.ts";
import { deleteOld, operationsJobs, wakeStalled } from "./operations.jobs.ts";
import { type ItemRecord, listItems, loadOperation } from "./operations.store.ts";
import { leaseMs, runSlice, sliceLimits } from "./run-slice.ts";
import { startOperation } from "./start-operation.ts";

const log = makeLog("silent");
const systemClock = frozenClock("2026-11-21T09:00:00Z");
const worldClock = frozenClock("2026-11-21T09:00:00Z");
let db: TestDb;
/** What happens inside an item, after its change was written. */
let behave: (subject: string) => void | Promise<void>;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  systemClock.set("2026-11-21T09:00:00Z");
  worldClock.set("2026-11-21T09:00:00Z");
  behave = () => {};
});
afterAll(() => db.close());

/** Marks things: an audit entry is the change, so that each time an item took effect is counted. */
const marking = defineOperation({
  kind: "things.mark",
  ability: testAbility("thing", "manage"),
  input: z.object({ things: z.array(z.string()) }),
  listItems: async (_ctx, { things }) => things,
  async runItem(ctx, subject) {
    await recordAudit(ctx, { module: "things", action: "thing.marked", subject });
    await behave(subject);
    return subject.startsWith("marked") ? null : { before: { marked: false }, after: { marked: true } };
  },
  async undoItem(ctx, subject, change) {
    await recordAudit(ctx, { module: "things", action: "thing.unmarked", subject, ...change });
    await behave(subject);
    return { before: change.after, after: change.before };
  },
});
const kinds = toOperationKinds([marking]);
const depsOn = (handle: Db) => ({ db: handle, log, systemClock, worldClock, kinds });

const names = (count: number) => Array.from({ length: count }, (_, index) => `thing ${index + 1}`);
const ctx = (merchantId = "mer_1"): ReadContext => testContext(db, merchantId, worldClock.now());
const start = (things: string[], merchantId?: string): Promise<OperationRow> =>
  transact(ctx(merchantId), (ctx) => startOperation(ctx, marking, { things }));
const slice = (
  { id }: { id: string },
  { on = db as Db, signal = new AbortController().signal, as = "mer_1" } = {},
) => runSlice(depsOn(on))({ merchantId: as, operationId: id, signal });
const load = ({ id }: { id: string }, merchantId?: string) =>
  loadOperation(ctx(merchantId), { operationId: id });
const items = ({ id }: { id: string }): Promise<ItemRecord[]> =>
  listItems(ctx(), { operationId: id, after: 0, limit: maxItems });
const undo = (operation: { id: string }) =>
  transact(ctx(), (ctx) => undoOperation(kinds)(ctx, { operationId: operation.id }));

/** As the queue would: slice after slice, while time passes. */
async function runAll(operation: { id: string }) {
  for (let round = 0; round < 500; round += 1) {
    await slice(operation);
    if ((await load(operation)).finished_at) return load(operation);
    systemClock.advance(5_000);
  }
  throw new Error("the operation did not finish");
}

const loadEvents = (name: string) =>
  db.many<{ details: Record<string, unknown>; actor_kind: string; actor_id: string }>(
    sql`select details, actor_kind, actor_id from base.events where name = ${name} order by id`,
  );
async function countMarks(action = "thing.marked") {
  const entries = await listAudit(ctx(), { size: 10_000 });
  const marks = new Map<string, number>();
  for (const entry of entries)
    if (entry.action === action) marks.set(entry.subject, (marks.get(entry.subject) ?? 0) + 1);
  return marks;
}

describe("an operation", () => {
  it("runs every item once, in order, as the one who started it, and says when it has finished", async () => {
    const operation = await start(names(3));
    expect(operation).toMatchObject({
      kind: "things.mark",
      status: "pending",
      total: 3,
      done: 0,
      can_undo: false,
    });
    expect(await runAll(operation)).toMatchObject({ status: "succeeded", done: 3, failed: 0 });
    const entries = await listAudit(ctx(), { module: "things" });
    expect(entries.map(({ subject }) => subject)).toEqual(["thing 3", "thing 2", "thing 1"]);
    for (const entry of entries) expect(entry).toMatchObject({ actor_kind: "member", actor_id: "mer_1" });
    const [finished, ...more] = await loadEvents("operation.finished");
    expect(more).toEqual([]);
    expect(finished).toMatchObject({
      details: { operation_id: operation.id, status: "succeeded", total: 3, done: 3, failed: 0 },
      actor_kind: "member",
      actor_id: "mer_1",
    });
  });

  it("that starts in a transaction which is rolled back never was", async () => {
    const failing = transact(ctx(), async (ctx) => {
      await startOperation(ctx, marking, { things: names(2) });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.many(sql`select * from base.operations`)).toEqual([]);
    expect(await loadEvents("job.enqueued")).toEqual([]);
  });

  it("takes each subject once, and at most ten thousand of them", async () => {
    expect(await start(["thing 1", "thing 2", "thing 1"])).toMatchObject({ total: 2 });
    expect(await start(names(maxItems))).toMatchObject({ total: maxItems });
    await expect(start(names(maxItems + 1))).rejects.toMatchObject({
      code: "base.operation_too_large",
      params: { max: maxItems },
    });
  });

  it("without items has finished after its first slice", async () => {
    expect(await runAll(await start([]))).toMatchObject({ status: "succeeded", total: 0 });
  });

  it("is not found by another merchant", async () => {
    const operation = await start(names(1));
    const notFound = { code: "base.not_found" };
    await expect(load(operation, "mer_2")).rejects.toMatchObject(notFound);
    await expect(cancelOperation(ctx("mer_2"), { operationId: operation.id })).rejects.toMatchObject(
      notFound,
    );
    await slice(operation, { as: "mer_2" });
    expect(await load(operation)).toMatchObject({ status: "pending" });
  });
});

describe("an item", () => {
  it("that is refused fails alone, with the refusal's code and values, and leaves no change behind", async () => {
    behave = (subject) => {
      if (subject === "thing 2") baseRefusals.refuse("base.too_many_requests", { seconds: 5 });
    };
    const operation = await start(names(3));
    expect(await runAll(operation)).toMatchObject({ status: "partially_failed", done: 2, failed: 1 });
    expect((await items(operation))[1]).toMatchObject({
      status: "failed",
      refusal_code: "base.too_many_requests",
      refusal_params: { seconds: 5 },
      attempts: 1,
      after: null,
    });
    expect([...(await countMarks()).keys()].sort()).toEqual(["thing 1", "thing 3"]);
  });

  it("that breaks is tried again later while the others go on, and fails after the third attempt", async () => {
    let attempts = 0;
    behave = (subject) => {
      if (subject !== "thing 1") return;
      attempts += 1;
      throw new Error("the wire is cut");
    };
    const operation = await start(names(3));
    await slice(operation);
    await slice(operation);
    expect(attempts).toBe(1); // its time has not come
    expect(await load(operation)).toMatchObject({ status: "running", done: 2, failed: 0 });
    expect(await runAll(operation)).toMatchObject({ status: "partially_failed", done: 2, failed: 1 });
    expect(attempts).toBe(3);
    expect((await items(operation))[0]).toMatchObject({ refusal_code: "base.internal", attempts: 3 });
    expect((await countMarks()).has("thing 1")).toBe(false);
  });

  it("that breaks once succeeds at its next attempt", async () => {
    let isBroken = true;
    behave = () => {
      if (!isBroken) return;
      isBroken = false;
      throw new Error("once");
    };
    const operation = await start(names(1));
    expect(await runAll(operation)).toMatchObject({ status: "succeeded", done: 1 });
    expect(await countMarks()).toEqual(new Map([["thing 1", 1]]));
  });

  it("that kills its process each time fails after the third attempt, and the others end as they should", async () => {
    const operation = await start(names(3));
    const transactions = { begin: 1, claim: 1, work: 1 };
    const untilWork = transactions.begin + transactions.claim + transactions.work;
    for (let death = 1; death <= 3; death += 1) {
      const killed = slice(operation, { on: makeDyingDb(untilWork) });
      await expect(killed).rejects.toThrow("killed");
      expect((await items(operation))[0]).toMatchObject({ status: "pending", attempts: death });
      systemClock.advance(leaseMs);
    }
    expect(await runAll(operation)).toMatchObject({ status: "partially_failed", done: 2, failed: 1 });
    expect((await items(operation))[0]).toMatchObject({ status: "failed", refusal_code: "base.internal" });
    expect([...(await countMarks()).keys()].sort()).toEqual(["thing 2", "thing 3"]);
  });

  it("whose process was killed is left alone for a minute, and then tried again", async () => {
    const operation = await start(names(2));
    await expect(slice(operation, { on: makeDyingDb(3) })).rejects.toThrow("killed");
    await slice(operation);
    expect([...(await countMarks()).keys()]).toEqual(["thing 2"]);
    systemClock.advance(leaseMs);
    await slice(operation);
    expect(await load(operation)).toMatchObject({ status: "succeeded", done: 2 });
  });

  it("when all are refused, the operation has failed", async () => {
    behave = () => baseRefusals.refuse("base.not_found");
    expect(await runAll(await start(names(2)))).toMatchObject({ status: "failed", done: 0, failed: 2 });
  });
});

describe("a slice", () => {
  it("ends after some items, publishes how far it is, and enqueues the next one", async () => {
    const operation = await start(names(sliceLimits.items * 2 + 1));
    await slice(operation);
    expect(await load(operation)).toMatchObject({ status: "running", done: sliceLimits.items });
    expect(await loadEvents("operation.progressed")).toMatchObject([
      { details: { done: sliceLimits.items } },
    ]);
    expect(await loadEvents("job.enqueued")).toMatchObject([
      { details: { job: "operations-run", key: operation.id } },
      { details: { job: "operations-run", key: operation.id } },
    ]);
  });

  it("ends after some time, however few items that were", async () => {
    behave = () => systemClock.advance(sliceLimits.ms / 2);
    const operation = await start(names(5));
    await slice(operation);
    expect(await load(operation)).toMatchObject({ done: 2 });
  });

  it("of a large operation lets another merchant's small one go before its rest", async () => {
    const jobs = makeJobQueue({ driver: db.driver, log, jobs: operationsJobs(depsOn(db)) });
    await jobs.prepare();
    const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: jobs.subscriptions });
    const large = await start(names(120), "mer_1");
    const small = await start(names(2), "mer_2");
    for (let round = 0; round < 30 && !(await load(large)).finished_at; round += 1) {
      await relay.settle();
      await jobs.settle();
    }
    const finished = await loadEvents("operation.finished");
    expect(finished.map(({ details }) => details.operation_id)).toEqual([small.id, large.id]);
    expect(await load(large)).toMatchObject({ status: "succeeded", done: 120 });
    await jobs.stop();
  });

  it("that is stopped between two items goes on where it was", async () => {
    const stop = new AbortController();
    behave = (subject) => {
      if (subject === "thing 2") stop.abort();
    };
    const operation = await start(names(4));
    await slice(operation, { signal: stop.signal });
    expect(await load(operation)).toMatchObject({ status: "running", done: 2 });
    expect(await runAll(operation)).toMatchObject({ status: "succeeded", done: 4 });
    expect([...(await countMarks()).values()]).toEqual([1, 1, 1, 1]);
  });

  it("runs beside another of the same operation without taking the same item", async () => {
    const operation = await start(names(30));
    await Promise.all([slice(operation), slice(operation), slice(operation)]);
    expect(await runAll(operation)).toMatchObject({ status: "succeeded", done: 30 });
    expect([...(await countMarks()).values()]).toEqual(names(30).map(() => 1));
    expect(await loadEvents("operation.finished")).toHaveLength(1);
  });
});

describe("cancelling", () => {
  it("keeps what is done and skips the rest", async () => {
    const operation = await start(names(sliceLimits.items + 5));
    await slice(operation);
    await cancelOperation(ctx(), { operationId: operation.id });
    expect(await load(operation)).toMatchObject({ status: "cancelling" });
    expect(await runAll(operation)).toMatchObject({
      status: "cancelled",
      done: sliceLimits.items,
      failed: 0,
    });
    const statuses = (await items(operation)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "skipped")).toHaveLength(5);
    expect((await countMarks()).size).toBe(sliceLimits.items);
  });

  it("changes nothing once all has ended", async () => {
    const operation = await start(names(2));
    await runAll(operation);
    await cancelOperation(ctx(), { operationId: operation.id });
    expect(await load(operation)).toMatchObject({ status: "succeeded", done: 2 });
  });
});

describe("undoing", () => {
  it("puts back what changed, the last first, as an operation of its own", async () => {
    behave = (subject) => {
      if (subject === "thing 2") baseRefusals.refuse("base.not_found");
    };
    const operation = await start(["thing 1", "thing 2", "marked already", "thing 3"]);
    await runAll(operation);
    behave = () => {};
    const undone = await undo(operation);
    expect(undone).toMatchObject({ kind: "things.mark", undo_of: operation.id, total: 2 });
    expect(await runAll(undone)).toMatchObject({ status: "succeeded", done: 2 });
    const entries = (await listAudit(ctx(), {})).filter(({ action }) => action === "thing.unmarked");
    expect(entries.map(({ subject }) => subject)).toEqual(["thing 1", "thing 3"]); // newest first
    for (const entry of entries)
      expect(entry).toMatchObject({ before: { marked: false }, after: { marked: true } });
    expect((await items(undone))[0]).toMatchObject({ before: { marked: true }, after: { marked: false } });
  });

  it("is offered for a day, once, and not of an undo, of what still runs or of what changed nothing", async () => {
    const isOffered = async (one: { id: string }) =>
      (await countUndoable(ctx(), await load(one), marking)) > 0;
    const operation = await start(names(1));
    expect(await isOffered(operation)).toBe(false);
    await runAll(operation);
    worldClock.advance(24 * 3_600_000);
    expect(await isOffered(operation)).toBe(true);
    worldClock.advance(1);
    expect(await isOffered(operation)).toBe(false);
    await expect(undo(operation)).rejects.toMatchObject({ code: "base.operation_not_undoable" });
    worldClock.advance(-1);
    const undone = await undo(operation);
    await runAll(undone);
    expect([await isOffered(operation), await isOffered(undone)]).toEqual([false, false]);
    await expect(undo(operation)).rejects.toMatchObject({ code: "base.operation_not_undoable" });
    const idle = await start(["marked already"]);
    await runAll(idle);
    expect(await isOffered(idle)).toBe(false);
    const { undoItem: _, ...final } = marking;
    expect(await countUndoable(ctx(), await load(operation), final)).toBe(0);
  });
});

it("who started, cancelled and undid an operation is kept", async () => {
  const operation = await start(names(2));
  await cancelOperation(ctx(), { operationId: operation.id });
  const other = await start(names(1));
  await runAll(other);
  const undone = await undo(other);
  const entries = await listAudit(ctx(), { module: "operations" });
  for (const entry of entries) expect(entry).toMatchObject({ actor_kind: "member", actor_id: "mer_1" });
  expect(entries.map(({ action, subject, before, after }) => ({ action, subject, before, after }))).toEqual([
    {
      action: "operation.undone",
      subject: other.id,
      before: null,
      after: { undone_by: undone.id, kind: "things.mark", total: 1 },
    },
    {
      action: "operation.started",
      subject: other.id,
      before: null,
      after: { kind: "things.mark", total: 1 },
    },
    {
      action: "operation.cancelled",
      subject: operation.id,
      before: { status: "pending" },
      after: { status: "cancelling" },
    },
    {
      action: "operation.started",
      subject: operation.id,
      before: null,
      after: { kind: "things.mark", total: 2 },
    },
  ]);
});

describe("housekeeping", () => {
  it("deletes operations ninety days after they finished, with their items, and no others", async () => {
    const [old, recent, unfinished] = [await start(names(2)), await start(names(1)), await start(names(1))];
    await runAll(old);
    worldClock.advance(60_000);
    await runAll(recent);
    worldClock.set("2027-02-19T09:00:30Z"); // ninety days and half a minute later
    expect(await deleteOld(db, { now: worldClock.now() })).toBe(1);
    const left = await db.many<{ id: string }>(sql`select id from base.operations order by id`);
    expect(left.map(({ id }) => id)).toEqual([recent.id, unfinished.id].sort());
    expect(await items(old)).toEqual([]);
    await slice(old); // a job that still waits finds nothing
  });

  it("enqueues an operation whose job was lost", async () => {
    const operation = await start(names(1));
    await db.run(sql`delete from base.events`);
    await db.run(sql`update base.operations set progressed_at = ${systemClock.now()}`);
    const wake = () => wakeStalled(db, { systemNow: systemClock.now(), now: worldClock.now() });
    systemClock.advance(120_000);
    await wake();
    expect(await loadEvents("job.enqueued")).toEqual([]);
    systemClock.advance(1);
    await wake();
    expect(await loadEvents("job.enqueued")).toMatchObject([{ details: { key: operation.id } }]);
  });
});

/** A database handle whose process dies in its n-th transaction, which is rolled back; nothing works afterwards. */
function makeDyingDb(transactions: number): Db {
  let left = transactions;
  const die = () => Promise.reject(new Error("killed"));
  const alive = <T>(work: () => Promise<T>) => (left > 0 ? work() : die());
  return {
    identity: db.identity,
    one: (query) => alive(() => db.one(query)),
    maybeOne: (query) => alive(() => db.maybeOne(query)),
    many: (query) => alive(() => db.many(query)),
    run: (query) => alive(() => db.run(query)),
    transaction: (work) =>
      alive(() =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          left -= 1;
          return left > 0 ? result : die();
        }),
      ),
  };
}

it("whatever is killed or cancelled and when, every item ends exactly once", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: "slice" } as const) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("kill" as const), after: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: "two" } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: "cancel" } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: "wait" } as const) },
  );
  const fates = fc.array(fc.constantFrom("works", "refuses", "breaks", "breaks once"), {
    minLength: 0,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(fates, fc.array(step, { maxLength: 8 }), async (fates, steps) => {
      await db.reset();
      const broken = new Set<string>();
      behave = (subject) => {
        const fate = fates[Number(subject.split(" ")[1]) - 1];
        if (fate === "refuses") baseRefusals.refuse("base.not_found");
        if (fate === "breaks" || (fate === "breaks once" && !broken.has(subject))) {
          broken.add(subject);
          throw new Error("broken");
        }
      };
      const operation = await start(names(fates.length));
      for (const one of steps) {
        if (one.kind === "slice") await slice(operation);
        if (one.kind === "kill") await slice(operation, { on: makeDyingDb(one.after) }).catch(() => {});
        if (one.kind === "two") await Promise.all([slice(operation), slice(operation)]);
        if (one.kind === "cancel") await cancelOperation(ctx(), { operationId: operation.id });
        if (one.kind === "wait") systemClock.advance(3_000);
      }
      const { status, total, done, failed } = await runAll(operation);
      const ended = await items(operation);
      const count = (wanted: string) => ended.filter((item) => item.status === wanted).length;
      expect([total, done, failed]).toEqual([fates.length, count("succeeded"), count("failed")]);
      expect(count("pending")).toBe(0);
      expect(count("skipped") > 0).toBe(status === "cancelled");
      if (!steps.some(({ kind }) => kind === "cancel")) expect(count("skipped")).toBe(0);
      const marks = await countMarks();
      for (const item of ended)
        expect(marks.get(item.subject) ?? 0).toBe(item.status === "succeeded" ? 1 : 0);
      expect(await loadEvents("operation.finished")).toHaveLength(1);
    }),
    { numRuns: 20 },
  );
}, 120_000);
