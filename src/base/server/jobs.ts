import { createHash } from "node:crypto";
import { fromPglite, type JobResult, PgBoss } from "pg-boss";
import type { ZodType } from "zod";
import type { Driver, Tx } from "./db/db.ts";
import type { Log } from "./log.ts";
import type { StoredEvent, Subscription } from "./outbox-relay.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

/**
 * A background job: its name, the schema of its input, and its retries. Its handler may run twice and must be
 * idempotent.
 */
export type JobDefinition<Input = unknown> = {
  name: string;
  input: ZodType<Input>;
  /** Retries after the first attempt; then the job moves to the dead-letter queue. Default 8. */
  retries?: number;
  /** Seconds before the first retry, doubled each time with jitter, at most an hour. Default 2. */
  retrySeconds?: number;
  /** Seconds one run may take before it counts as lost; longer than its worst case. Default 120. */
  expireSeconds?: number;
  /** Concurrent runs in this process. Default 4. */
  concurrency?: number;
  /** A person waits for it: it does not queue behind the events and jobs of others. */
  isUrgent?: boolean;
  /** Cron in Riyadh time; each tick is one job however many servers there are. */
  schedule?: string;
};

export type JobHandler = JobDefinition & { run(input: unknown, signal: AbortSignal): Promise<void> };

export function defineJob<Input>(definition: JobDefinition<Input>): JobDefinition<Input> {
  return definition;
}

/** Binds a job definition to the code that runs it. */
export function handleJob<Input>(
  definition: JobDefinition<Input>,
  run: (input: Input, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return { ...definition, run: (input, signal) => run(definition.input.parse(input), signal) };
}

/**
 * Thrown by a handler to run again after a while without counting as a failure (an outside system asked us to wait).
 */
export class RescheduleJob extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`postponed for ${seconds} s`);
    this.name = "RescheduleJob";
    this.seconds = seconds;
  }
}

const queuesLock = 7_204_414;

export const deadLetterQueue = "dead-letters";
const noSuchJobId = "00000000-0000-4000-8000-000000000000";

type Options = { driver: Driver; log: Log; jobs: readonly JobHandler[]; pollSeconds?: number };
export type JobQueue = ReturnType<typeof makeJobQueue>;

/** The job queue (pg-boss) on the product's own database. `subscriptions` turn the events of `tx.enqueue` into jobs. */
export function makeJobQueue({ driver, log, jobs, pollSeconds = 1 }: Options) {
  const boss = new PgBoss({
    db: fromPglite({
      query: async (text: string, values?: unknown[]) => ({ ...(await driver.query(text, values ?? [])) }),
      exec: async (text: string) => [await driver.script(text)],
    } as Parameters<typeof fromPglite>[0]),
    ...(driver.kind === "embedded" ? { backend: "pglite" as const } : {}),
    schema: "pgboss",
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  const abort = new AbortController();

  async function runQueued(job: JobHandler, id: string, input: unknown): Promise<JobResult> {
    if (!job.isUrgent) await yieldToRequests();
    return runOne(job, id, input);
  }

  async function runOne(job: JobHandler, id: string, input: unknown): Promise<JobResult> {
    try {
      await job.run(input, abort.signal);
      return { id, status: "completed" };
    } catch (error) {
      if (error instanceof RescheduleJob) {
        await boss.send(job.name, input as object, {
          startAfter: Math.ceil(error.seconds),
          singletonKey: toUuid(`again:${id}`),
        });
        return { id, status: "completed" };
      }
      log.warn({ err: error, job: job.name, job_id: id }, "a job failed");
      return {
        id,
        status: "failed",
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }

  /**
   * Processes that start together on an empty server are serialized: the queue creates its own tables, and the second
   * to create them would fail. The embedded database has one process and one session, which a lock would only block.
   */
  async function prepare() {
    if (driver.kind === "embedded") return makeQueues();
    await driver.transaction(async (session) => {
      await session.query("select pg_advisory_xact_lock($1)", [queuesLock]);
      await makeQueues();
    });
  }

  async function makeQueues() {
    await boss.start();
    await boss.createQueue(deadLetterQueue);
    for (const job of jobs) {
      await boss.createQueue(job.name, {
        policy: "short", // while one with the same key waits, a second is dropped
        retryLimit: job.retries ?? 8,
        retryDelay: job.retrySeconds ?? 2,
        retryBackoff: true,
        retryDelayMax: 3_600,
        expireInSeconds: job.expireSeconds ?? 120,
        deadLetter: deadLetterQueue,
      });
      // A queue's first use reads its description; inside a transaction on the one embedded session that would
      // deadlock.
      await boss.cancel(job.name, noSuchJobId);
    }
  }

  return {
    boss,
    prepare,
    async start() {
      await prepare();
      for (const job of jobs) {
        await boss.work(
          job.name,
          {
            batchSize: job.concurrency ?? 4,
            pollingIntervalSeconds: pollSeconds,
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          (batch) => Promise.all(batch.map(({ id, data }) => runQueued(job, id, data))),
        );
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: "Asia/Riyadh" });
      }
    },
    async stop() {
      abort.abort();
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
    /** Runs every waiting job within this call, until none is left; retries run at once. For tests. */
    async settle(): Promise<void> {
      for (let found = true; found; ) {
        found = false;
        for (const job of jobs) {
          const batch = (await boss.fetch(job.name, { batchSize: 50, ignoreStartAfter: true })) ?? [];
          for (const { id, data } of batch) {
            found = true;
            const outcome = await runOne(job, id, data);
            if (outcome.status === "completed") await boss.complete(job.name, id);
            else await boss.fail(job.name, id, outcome.output);
          }
        }
      }
    },
    subscriptions: [
      makeEnqueueSubscription(boss, { name: "urgent_jobs", event: "job.enqueued_urgent", isUrgent: true }),
      makeEnqueueSubscription(boss, { name: "jobs", event: "job.enqueued", isUrgent: false }),
    ],
  };
}

/**
 * Jobs reach the queue in the subscription's transaction, under an id derived from the event's position: no duplicates.
 * Those of a batch reach each queue in one statement.
 */
function makeEnqueueSubscription(
  boss: PgBoss,
  { name, event, isUrgent }: { name: string; event: string; isUrgent: boolean },
): Subscription {
  async function enqueueAll(tx: Tx, events: readonly StoredEvent[]) {
    for (const [queue, batch] of Map.groupBy(events, ({ job }) => String(job)))
      await boss.insert(queue, batch.map(toQueuedJob), { db: toBossDb(tx) });
  }
  return {
    name,
    events: [event],
    isUrgent,
    handle: (tx, stored) => enqueueAll(tx, [stored]),
    handleBatch: enqueueAll,
  };
}

const toQueuedJob = ({ position, input, key, afterSeconds }: StoredEvent) => ({
  id: toUuid(`job:${position}`),
  data: input as object,
  singletonKey: typeof key === "string" ? key : toUuid(`lone:${position}`),
  ...(typeof afterSeconds === "number" ? { startAfter: String(afterSeconds) } : {}),
});

/** The queue's own SQL, run in our transaction. */
function toBossDb(tx: Tx) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.many({ text, values } as unknown as Parameters<Tx["many"]>[0]),
    }),
  };
}

/** A UUID that is always the same for the same text. */
function toUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
