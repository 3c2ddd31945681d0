import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "../testing/db.ts";
import { frozenClock } from "./clock.ts";
import { sql } from "./db/db.ts";
import { deadLetterQueue, defineJob, handleJob, makeJobQueue } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { makeMeters } from "./meters.ts";
import { makeOutboxRelay } from "./outbox-relay.ts";
import { makeQueueSample } from "./sample-queues.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const log = makeLog("silent");
const job = defineJob({ name: "sample-test", input: z.object({ merchant_id: z.string() }) });

async function setUp() {
  const meters = makeMeters();
  const handler = handleJob(job, async () => {});
  const queue = makeJobQueue({ driver: db.driver, log, jobs: [handler], meters });
  await queue.prepare();
  await db.run(sql`delete from pgboss.job`); // the queue's own tables are not ours to reset
  const { subscriptions } = queue;
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const relay = makeOutboxRelay({ db, log, worldClock, subscriptions });
  const sample = makeQueueSample({
    db,
    meters,
    queues: [job.name],
    subscriptions,
    hasReplicas: db.driver.kind === "server",
  });
  const readGauge = async (name: string) => {
    await sample();
    const metric = await meters.registry.getSingleMetric(name)?.get();
    return metric?.values.map(({ labels, value }) => ({ ...labels, value: Math.round(value) }));
  };
  return { queue, relay, meters, readGauge };
}

const age = (seconds: number) => sql`now() - make_interval(secs => ${seconds}::int)`;

it("shows since when events have no position, and jobs wait", async () => {
  const { queue, relay, readGauge } = await setUp();
  expect(await readGauge("outbox_age_seconds")).toEqual([{ value: 0 }]);
  await db.transaction((tx) => tx.enqueue(job, { merchant_id: "mer_1" }));
  await db.run(sql`update base.events set published_at = ${age(90)}`);
  expect(await readGauge("outbox_age_seconds")).toEqual([{ value: 90 }]);
  await relay.settle();
  expect(await readGauge("outbox_age_seconds")).toEqual([{ value: 0 }]);
  expect(await readGauge("outbox_lag_seconds")).toEqual([]);

  await db.run(sql`update pgboss.job set start_after = ${age(400)} where name = ${job.name}`);
  expect(await readGauge("job_queue_age_seconds")).toEqual([{ queue: job.name, value: 400 }]);
  expect(await readGauge("job_queue_waiting")).toEqual([{ queue: job.name, value: 1 }]);
  await queue.settle();
  expect(await readGauge("job_queue_age_seconds")).toEqual([{ queue: job.name, value: 0 }]);
  expect(await readGauge("job_queue_waiting")).toEqual([{ queue: job.name, value: 0 }]);
  await queue.stop();
});

it("names the subscription that is behind", async () => {
  const { queue, relay, readGauge } = await setUp();
  await db.transaction((tx) => tx.enqueue(job, { merchant_id: "mer_1" }));
  await relay.settle();
  await db.run(sql`update base.events set published_at = ${age(200)}`);
  await db.run(sql`update base.subscriptions set position = 0 where name = 'jobs'`);
  expect(await readGauge("outbox_lag_seconds")).toEqual([{ subscription: "jobs", value: 200 }]);
  await queue.stop();
});

it("counts what was given up, and whose jobs ran", async () => {
  const { queue, relay, meters, readGauge } = await setUp();
  await queue.boss.send(deadLetterQueue, { merchant_id: "mer_1" });
  await db.run(sql`
    insert into base.dead_letters (subscription, event_name, details, reason) values ('a', 'b', '{}', 'c')`);
  expect(await readGauge("dead_letters")).toEqual([
    { kind: "jobs", value: 1 },
    { kind: "events", value: 1 },
  ]);
  await db.transaction((tx) => tx.enqueue(job, { merchant_id: "mer_1" }));
  await relay.settle();
  await queue.settle();
  const runs = await meters.jobSeconds.get();
  expect(runs.values.find(({ metricName }) => metricName === "job_seconds_count")).toMatchObject({
    labels: { queue: job.name, outcome: "completed" },
    value: 1,
  });
  await queue.stop();
});
