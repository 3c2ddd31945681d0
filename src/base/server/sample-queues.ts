import { type Db, prepared, sql } from "./db/db.ts";
import { deadLetterQueue } from "./jobs.ts";
import type { Meters } from "./meters.ts";
import { findOldestUnhandled } from "./outbox.store.ts";

/** A queue that has more is long in any case: counting it whole would cost more than it says. */
const countedUpTo = 1_000;

type QueueMeters = Pick<
  Meters,
  "queueAge" | "queueWaiting" | "deadLetters" | "outboxAge" | "outboxLag" | "replicaLag"
>;
type Options = {
  db: Db;
  meters: QueueMeters;
  /** Names of the queues. */
  queues: readonly string[];
  subscriptions: readonly { name: string; events: readonly string[] }[];
  /** Only a server has replicas. */
  hasReplicas: boolean;
};

/** Reads how much waits in the queues and in the outbox, and since when; one statement for each. */
export function makeQueueSample({ db, meters, queues, subscriptions, hasReplicas }: Options) {
  async function sampleJobs() {
    const rows = await db.many<{ name: string; age: number; waiting: number }>(
      prepared(
        "base.sample_queues",
        sql`
          select known.name, coalesce(extract(epoch from now() - oldest.start_after), 0)::float8 as age, due.waiting
          from unnest(${[...queues]}::text[]) as known (name),
            lateral (select min(start_after) as start_after from pgboss.job
              where job.name = known.name and state < 'active' and not blocked and start_after <= now()) oldest,
            lateral (select count(*)::int as waiting from (select from pgboss.job
              where job.name = known.name and state < 'active' and not blocked and start_after <= now()
              limit ${countedUpTo}) counted) due`,
      ),
    );
    for (const { name: queue, age, waiting } of rows) {
      meters.queueAge.set({ queue }, age);
      meters.queueWaiting.set({ queue }, waiting);
    }
  }

  async function sampleDeadLetters() {
    const { jobs, events } = await db.one<{ jobs: number; events: number }>(
      prepared(
        "base.sample_dead_letters",
        sql`
          select (select count(*)::int from (select from pgboss.job where name = ${deadLetterQueue}
              and state < 'active' limit ${countedUpTo}) counted) as jobs,
            (select count(*)::int from (select from base.dead_letters limit ${countedUpTo}) counted) as events`,
      ),
    );
    meters.deadLetters.set({ kind: "jobs" }, jobs);
    meters.deadLetters.set({ kind: "events" }, events);
  }

  async function sampleOutbox() {
    const { unplaced, behind } = await findOldestUnhandled(db, subscriptions);
    meters.outboxAge.set(unplaced);
    meters.outboxLag.reset();
    for (const { subscription, age } of behind) meters.outboxLag.set({ subscription }, age);
  }

  /** Roles without the right to see it (`pg_monitor`) read no lag, and none is shown then. */
  async function sampleReplicas() {
    const rows = await db.many<{ replica: string; lag: number }>(sql`
      select coalesce(nullif(application_name, ''), client_addr::text, 'replica') as replica,
        max(coalesce(extract(epoch from replay_lag), 0))::float8 as lag
      from pg_stat_replication where state = 'streaming' group by 1`);
    meters.replicaLag.reset();
    for (const { replica, lag } of rows) meters.replicaLag.set({ replica }, lag);
  }

  return async () => {
    await Promise.all([
      sampleJobs(),
      sampleDeadLetters(),
      sampleOutbox(),
      ...(hasReplicas ? [sampleReplicas()] : []),
    ]);
  };
}
