import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "../testing/db.ts";
import { frozenClock } from "./clock.ts";
import { sql } from "./db/db.ts";
import { defineJob, handleJob, makeJobQueue } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { makeOutboxRelay } from "./outbox-relay.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const log = makeLog("silent");
const worldClock = frozenClock("2026-11-21T09:00:00Z");

it("a job that is enqueued runs in a started process, and one that fails runs again", async () => {
  const ringBell = defineJob({ name: "jobs-test-ring", input: z.object({}), retrySeconds: 1 });
  const rung = Promise.withResolvers<void>();
  let tries = 0;
  const jobs = makeJobQueue({
    driver: db.driver,
    log,
    jobs: [
      handleJob(ringBell, async () => {
        tries += 1;
        if (tries === 1) throw new Error("the bell is stuck");
        rung.resolve();
      }),
    ],
  });
  const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: jobs.subscriptions });
  await jobs.start();
  await db.transaction((tx) => tx.enqueue(ringBell, {}));
  await relay.settle();
  await rung.promise;
  await jobs.stop();
  expect(tries).toBe(2);
});

it("a merchant's job does not wait behind the many of another: one turn each", async () => {
  const count = defineJob({
    name: "jobs-test-count",
    input: z.object({ merchant_id: z.string() }),
    concurrency: 1,
  });
  const all = Promise.withResolvers<void>();
  const order: string[] = [];
  const jobs = makeJobQueue({
    driver: db.driver,
    log,
    jobs: [
      handleJob(count, async ({ merchant_id }) => {
        order.push(merchant_id);
        if (order.length === 12) all.resolve();
      }),
    ],
  });
  const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: jobs.subscriptions });
  await jobs.prepare();
  await db.transaction(async (tx) => {
    for (let nth = 0; nth < 10; nth += 1) await tx.enqueue(count, { merchant_id: "mer_many" });
    for (const merchant_id of ["mer_one", "mer_two"]) await tx.enqueue(count, { merchant_id });
  });
  await relay.settle();
  await jobs.start();
  await all.promise;
  await jobs.stop();
  expect(order.slice(0, 3).toSorted()).toEqual(["mer_many", "mer_one", "mer_two"]);
});

it("a scheduled minute is one job, however many processes there are", async () => {
  const tidy = defineJob({ name: "jobs-test-tidy", input: z.object({}), schedule: "* * * * *" });
  const marker = defineJob({ ...tidy, name: "jobs-test-marker" });
  const ran = Promise.withResolvers<void>();
  const marked = Promise.withResolvers<void>();
  const handler = handleJob(tidy, async () => ran.resolve());
  const first = makeJobQueue({ driver: db.driver, log, jobs: [handler] });
  // What a minute enqueues is one transaction: when the marker runs, the other was enqueued too.
  const second = makeJobQueue({
    driver: db.driver,
    log,
    jobs: [handler, handleJob(marker, async () => marked.resolve())],
  });
  await first.start();
  await ran.promise;
  await second.start();
  await marked.promise;
  await Promise.all([first.stop(), second.stop()]);
  const counts = await db.many<{ name: string; jobs: number }>(sql`
    select name, count(*)::int as jobs from pgboss.job where name like 'jobs-test-%' and name <> 'jobs-test-ring'
    group by name order by name`);
  const [markers, tidied] = counts.map(({ jobs }) => jobs);
  // The minute may change between the starts; the first process began no later.
  expect(tidied).toBeLessThanOrEqual((markers ?? 0) + 1);
  expect(
    await db.many(sql`select 1 from pgboss.job where name = 'jobs-test-tidy' and state = 'failed'`),
  ).toEqual([]);
});
