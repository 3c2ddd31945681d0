import { fromPglite, PgBoss } from "pg-boss";
import type { ZodType } from "zod";
import type { Driver } from "./db/db.ts";
import { jobsChannel, makeEnqueueSubscription, toGroup, toUuid } from "./enqueue-jobs.ts";
import { fetchFairly } from "./fair-fetch.ts";
import { listMinutes, parseSchedule } from "./job-schedule.ts";
import { type FetchedJob, makeJobWorkers } from "./job-workers.ts";
import type { Log } from "./log.ts";
import type { Meters } from "./meters.ts";
import { runObserved } from "./observed-jobs.ts";
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
/** Jobs that become due, retries among them, and notifications that were lost: one statement for all queues. */
const lookMs = 1_000;
/** How long jobs that ended are kept. */
const keptSeconds = 86_400;
const stopMs = 8_000;

export const deadLetterQueue = "dead-letters";
const usualExpireSeconds = 120;
const unaborted = new AbortController().signal;
const noSuchJobId = "00000000-0000-4000-8000-000000000000";

type Options = {
  driver: Driver;
  log: Log;
  jobs: readonly JobHandler[];
  meters?: Pick<Meters, "jobSeconds" | "merchants">;
};
export type JobQueue = ReturnType<typeof makeJobQueue>;

/**
 * The job queue (pg-boss) on the product's own database. `subscriptions` turn the events of `tx.enqueue` into jobs. Which
 * queues have jobs is told by a notification, and by one statement a second for all of them: pg-boss would ask for each.
 */
export function makeJobQueue({ driver, log, jobs, meters }: Options) {
  const boss = new PgBoss({
    db: fromPglite({
      query: async (text: string, values?: unknown[]) => ({ ...(await driver.query(text, values ?? [])) }),
      exec: async (text: string) => [await driver.script(text)],
    } as Parameters<typeof fromPglite>[0]),
    ...(driver.kind === "embedded" ? { backend: "pglite" as const } : {}),
    schema: "pgboss",
    schedule: false, // done here, in one transaction a minute
    flowIntervalSeconds: 3_600, // jobs do not wait for each other
    maintenanceIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  const schedules = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ name, isDue: parseSchedule(schedule) }] : [],
  );
  const names = jobs.map(({ name }) => name);
  let lookTimer: NodeJS.Timeout | undefined;
  let tickedAt = new Date(0);

  const fetchers = new Map(
    names.map((name) => [
      name,
      fetchFairly(
        async (batchSize, ignoreGroups) =>
          (await boss.fetch(name, {
            batchSize,
            ...(ignoreGroups.length > 0 ? { ignoreGroups: [...ignoreGroups] } : {}),
          })) as FetchedJob[],
      ),
    ]),
  );

  const workers = makeJobWorkers({
    log,
    queues: jobs.map((job) => ({
      name: job.name,
      slots: job.concurrency ?? 4,
      expireSeconds: job.expireSeconds ?? usualExpireSeconds,
      async run({ id, data }, signal) {
        if (!job.isUrgent) await yieldToRequests();
        return runOne(job, { id, data }, signal);
      },
    })),
    fetch: async (name, count) => (await fetchers.get(name)?.(count)) ?? [],
    complete: (name, done) => boss.complete(name, toAttempts(done)),
    fail: (name, job, output) => boss.fail(name, toAttempts([job]), output),
  });

  async function runOne(job: JobHandler, { id, data }: Pick<FetchedJob, "id" | "data">, signal: AbortSignal) {
    try {
      await runObserved({ queue: job.name, id, data }, (input) => job.run(input, signal), {
        meters,
        toOutcome: (error) => (error instanceof RescheduleJob ? "postponed" : "failed"),
      });
      return { isCompleted: true };
    } catch (error) {
      if (error instanceof RescheduleJob) {
        await boss.send(job.name, data as object, {
          startAfter: Math.ceil(error.seconds),
          singletonKey: toUuid(`again:${id}`),
          ...toGroup(data),
        });
        return { isCompleted: true };
      }
      log.warn({ err: error, job: job.name, job_id: id }, "a job failed");
      return {
        isCompleted: false,
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }

  /** Wakes the queues that have a job which is due. */
  async function look() {
    const { rows } = await driver.query(
      `select name from unnest($1::text[]) as known (name)
       where exists (select 1 from pgboss.job where job.name = known.name and state < 'active' and not blocked
         and start_after <= now())`,
      [names],
      "base.queues_with_jobs",
    );
    for (const { name } of rows as { name: string }[]) workers.wake(name);
  }

  /** Enqueues what is due by schedule, under an id that is the same in every process: each minute is one job. */
  async function tick(now: Date) {
    const due = listMinutes(tickedAt, now).flatMap((minute) =>
      schedules
        .filter(({ isDue }) => isDue(minute))
        .map(({ name }) => ({ name, id: toUuid(`tick:${name}:${minute.toISOString()}`) })),
    );
    if (due.length > 0)
      await driver.transaction(async (session) => {
        const db = { executeSql: (text: string, values: unknown[] = []) => session.query(text, values) };
        await Promise.all(due.map(({ name, id }) => boss.insert(name, [{ id, data: {} }], { db })));
      });
    tickedAt = now;
  }

  async function lookAndTick() {
    try {
      const now = new Date();
      if (Math.floor(now.getTime() / 60_000) > Math.floor(tickedAt.getTime() / 60_000)) await tick(now);
      await look();
    } catch (error) {
      log.error({ err: error }, "jobs could not be looked for; trying again");
    }
    if (lookTimer) lookTimer = setTimeout(lookAndTick, lookMs);
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
        expireInSeconds: job.expireSeconds ?? usualExpireSeconds,
        deleteAfterSeconds: keptSeconds,
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
      tickedAt = new Date(Date.now() - 60_000); // a restart must not pass over the minute in which it happens
      await driver.listen(jobsChannel, (name) => workers.wake(name));
      lookTimer = setTimeout(lookAndTick, 0);
    },
    async stop() {
      clearTimeout(lookTimer);
      lookTimer = undefined;
      await workers.stop(stopMs);
      await boss.stop({ graceful: false });
    },
    /** Runs every waiting job within this call, until none is left; retries run at once. For tests. */
    async settle(): Promise<void> {
      for (let found = true; found; ) {
        found = false;
        for (const job of jobs) {
          const batch = (await boss.fetch(job.name, { batchSize: 50, ignoreStartAfter: true })) ?? [];
          for (const { id, data } of batch) {
            found = true;
            const outcome = await runOne(job, { id, data }, unaborted);
            if (outcome.isCompleted) await boss.complete(job.name, id);
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

const toAttempts = (jobs: readonly FetchedJob[]) => jobs.map(({ id, retryCount }) => ({ id, retryCount }));
