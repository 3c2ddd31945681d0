import { createHash } from "node:crypto";
import { fromPglite, type JobResult, PgBoss } from "pg-boss";
import type { ZodType } from "zod";
import type { Driver, Tx } from "./db/db.ts";
import type { Log } from "./log.ts";
import type { Subscription } from "./outbox-relay.ts";

/** Later work: a name, the shape of its input, and how it is tried again. Its runner may run twice and must bear it. */
export type JobDefinition<Input = unknown> = {
  name: string;
  input: ZodType<Input>;
  /** Tries after the first; then the job lies in the dead-letter queue. Default 8. */
  retries?: number;
  /** Seconds before the first retry, doubled each time with jitter, at most an hour. Default 2. */
  retrySeconds?: number;
  /** Seconds one run may take before it counts as lost; longer than its worst case. Default 120. */
  expireSeconds?: number;
  /** Runs at once in this process. Default 4. */
  concurrency?: number;
  /** Cron in Riyadh time; each tick is one job however many servers there are. */
  schedule?: string;
};

export type JobHandler = JobDefinition & { run(input: unknown, signal: AbortSignal): Promise<void> };

export function defineJob<Input>(definition: JobDefinition<Input>): JobDefinition<Input> {
  return definition;
}

/** Joins a job with the code that does it. */
export function handleJob<Input>(
  definition: JobDefinition<Input>,
  run: (input: Input, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return { ...definition, run: (input, signal) => run(definition.input.parse(input), signal) };
}

/** Thrown by a runner to be run again after a while without counting as a failure (an outside system asked us to wait). */
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

/** The job queue (pg-boss) on the product's own database. `subscription` is the listener that turns wishes into jobs. */
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
   * Processes that begin together on an empty server take turns: the queue makes its own tables, and the second to make
   * them would fail. The embedded database has one process and one session, which a lock would only stop.
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
        policy: "short", // while one with the same key waits, a second is void
        retryLimit: job.retries ?? 8,
        retryDelay: job.retrySeconds ?? 2,
        retryBackoff: true,
        retryDelayMax: 3_600,
        expireInSeconds: job.expireSeconds ?? 120,
        deadLetter: deadLetterQueue,
      });
      // A queue's first use reads its description; inside a transaction on the one embedded session that would hang.
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
          (batch) => Promise.all(batch.map(({ id, data }) => runOne(job, id, data))),
        );
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: "Asia/Riyadh" });
      }
    },
    async stop() {
      abort.abort();
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
    /** Runs everything that waits, in this call, until nothing is left; retries do not wait their turn. For tests. */
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
    subscription: makeEnqueueSubscription(boss),
  };
}

/** Wishes reach the queue in the listener's transaction, under an id made from the event's place: twice is once. */
function makeEnqueueSubscription(boss: PgBoss): Subscription {
  return {
    name: "jobs",
    events: ["job.enqueued"],
    async handle(tx, { position, job, input, key, afterSeconds }) {
      await boss.send(String(job), input as object, {
        id: toUuid(`job:${position}`),
        singletonKey: typeof key === "string" ? key : toUuid(`lone:${position}`),
        ...(typeof afterSeconds === "number" ? { startAfter: afterSeconds } : {}),
        db: toBossDb(tx),
      });
    },
  };
}

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
