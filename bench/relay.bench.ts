import { z } from "zod";
import { systemClock } from "#base/server/clock.ts";
import { type Db, makeDb, prepared, sql } from "#base/server/db/db.ts";
import { defineJob, handleJob, makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay, type Subscription } from "#base/server/outbox-relay.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { findPostmaster, serverSeconds } from "./kit/processor.ts";
import { atLeast, type Finding, type Pace, type Report } from "./kit/report.ts";

const merchants = 1_000;
const goalPerSecond = 10_000;
const log = makeLog("warn");

type Measured = { perSecond: number; nodeMicros: number; postgresMicros: number };
type Case = {
  what: string;
  events: number;
  publish(db: Db, count: number): Promise<unknown>;
  handlers: Subscription[];
};

/** How fast events get their positions and are handled, by one process, on a server that is durable. */
export async function relay(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const postmaster = await findPostmaster(db);
    await db.run(sql`
      create table public.received (id bigint generated always as identity, merchant_id text, position bigint, n int)`);
    const jobs = makeJobQueue({ driver, log, jobs: [handleJob(ringBell, async () => {})] });
    await jobs.prepare();
    const size = pace.isQuick ? 10_000 : 20_000;
    const cases: Case[] = [
      {
        what: "Events of 1,000 merchants, a prepared statement each",
        events: size,
        publish: spread,
        handlers: [each],
      },
      { what: "The same in one statement a batch", events: size, publish: spread, handlers: [batched] },
      {
        what: "Half of the events of one merchant, a prepared statement each",
        events: size,
        publish: skewed,
        handlers: [each],
      },
      { what: "Jobs, each to its queue", events: size, publish: enqueue, handlers: jobs.subscriptions },
    ];
    const findings: Finding[] = [];
    const raw: Record<string, Measured[]> = {};
    for (const one of cases) {
      const rounds: Measured[] = [];
      for (let nth = 0; nth <= Math.min(3, pace.rounds); nth += 1) {
        const measured = await measure(db, postmaster, one);
        if (nth > 0) rounds.push(measured); // the first one warms up
        await db.run(sql`truncate public.received`);
        await db.run(sql`delete from pgboss.job`);
      }
      raw[one.what] = rounds;
      findings.push(toFinding(one, rounds));
    }
    const wrong = await countWrong(db, size);
    findings.push({
      what: "Events handled twice, never, or out of their merchant's order",
      figures: "",
      result: `${wrong}`,
      goal: "0",
      isMet: wrong === 0,
    });
    await jobs.stop();
    await driver.close();
    return {
      title: "Relay of events",
      setting:
        `${size.toLocaleString("en")} committed events wait and are delivered by one process to one subscription (PostgreSQL, durable); positions ` +
        "are part of it. Relay and database share the machine's two cores. Microseconds are processor time for each event, of the process and of " +
        "the database with all its sessions.",
      findings,
      raw,
    };
  } finally {
    await postgres.stop();
  }
}

const ringBell = defineJob({ name: "ring-bell", input: z.object({ n: z.number() }) });

const each: Subscription = {
  name: "bench.each",
  events: ["bench.happened"],
  async handle(tx, { merchant_id, position, n }) {
    await tx.run(
      prepared(
        "bench.received",
        sql`insert into public.received (merchant_id, position, n) values (${merchant_id}, ${position}, ${Number(n)})`,
      ),
    );
  },
};

const batched: Subscription = {
  name: "bench.batched",
  events: ["bench.happened"],
  handle: (tx, event) => each.handle(tx, event, systemClock.now()),
  async handleBatch(tx, events) {
    await tx.run(sql`
      insert into public.received (merchant_id, position, n)
      select * from unnest(${events.map(({ merchant_id }) => merchant_id)}::text[],
        ${events.map(({ position }) => position)}::bigint[], ${events.map(({ n }) => Number(n))}::int[])`);
  },
};

const insertEvents = (db: Db, count: number, merchantId: ReturnType<typeof sql>) =>
  db.run(sql`
    insert into base.events (name, merchant_id, details, published_at)
    select 'bench.happened', ${merchantId}, jsonb_build_object('n', n), now() from generate_series(1, ${count}::int) n`);

const spread = (db: Db, count: number) => insertEvents(db, count, sql`'mer_' || n % ${merchants}::int`);
const skewed = (db: Db, count: number) =>
  insertEvents(db, count, sql`case when n % 2 = 0 then 'mer_one' else 'mer_' || n % ${merchants}::int end`);

const enqueue = (db: Db, count: number) =>
  db.run(sql`
    insert into base.events (name, merchant_id, details, published_at)
    select 'job.enqueued', null, jsonb_build_object('job', 'ring-bell', 'input', jsonb_build_object('n', n)), now()
    from generate_series(1, ${count}::int) n`);

async function measure(db: Db, postmaster: number, { events, publish, handlers }: Case): Promise<Measured> {
  const relay = makeOutboxRelay({ db, log, worldClock: systemClock, subscriptions: handlers });
  await relay.settle(); // those of the cases before are known to have been handled
  await publish(db, events);
  await db.run(sql`analyze base.events`);
  const startedAt = performance.now();
  const node = process.cpuUsage();
  const postgres = serverSeconds(postmaster);
  await relay.settle();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(node);
  return {
    perSecond: events / seconds,
    nodeMicros: (user + system) / events,
    postgresMicros: ((serverSeconds(postmaster) - postgres) * 1_000_000) / events,
  };
}

function toFinding({ what }: Case, rounds: readonly Measured[]): Finding {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const inMicros = (key: "nodeMicros" | "postgresMicros") =>
    median(rounds.map((round) => round[key])).toFixed(0);
  const figures = `${show(median(rates))} /s (${show(Math.min(...rates))}–${show(Math.max(...rates))}); ${inMicros("nodeMicros")} µs in Node, ${inMicros("postgresMicros")} µs in PostgreSQL`;
  return atLeast(
    `${what}, beside ${goalPerSecond.toLocaleString("en")} a second`,
    figures,
    median(rates) / goalPerSecond,
    1,
  );
}

const show = (value: number) => Math.round(value).toLocaleString("en");

/** Everything again for the two subscriptions, now beside what was published. */
async function countWrong(db: Db, size: number): Promise<number> {
  await spread(db, size);
  await skewed(db, size);
  await makeOutboxRelay({ db, log, worldClock: systemClock, subscriptions: [each] }).settle();
  const { wrong } = await db.one<{ wrong: number }>(sql`
    with ordered as (
      select position, lag(position) over (partition by merchant_id order by id) as before from public.received
    )
    select abs(count(*) - ${2 * size}::int)::int + count(*) filter (where position <= before)::int as wrong from ordered`);
  return wrong;
}
