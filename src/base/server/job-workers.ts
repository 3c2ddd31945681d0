import type { Log } from "./log.ts";

/**
 * A job as its queue gives it out. `retryCount` says which attempt it is: a lost one settles nothing. `groupId`: the
 * merchant or store that it is for, if any.
 */
export type FetchedJob = { id: string; data: unknown; retryCount: number; groupId?: string | null };
type JobOutcome = { isCompleted: boolean; output?: object };

type WorkedQueue = {
  name: string;
  /** Runs at once in this process. */
  slots: number;
  /** One run takes no longer, or counts as lost. */
  expireSeconds: number;
  run(job: FetchedJob, signal: AbortSignal): Promise<JobOutcome>;
};

type Options = {
  log: Log;
  queues: readonly WorkedQueue[];
  fetch(queue: string, count: number): Promise<FetchedJob[]>;
  complete(queue: string, jobs: readonly FetchedJob[]): Promise<unknown>;
  fail(queue: string, job: FetchedJob, output: object | undefined): Promise<unknown>;
};

/**
 * Runs the jobs of queues: a queue whose slot becomes free takes the next job at once, whatever the others of the queue
 * are doing. It asks nothing of the database by itself: `wake` says that a queue has jobs.
 */
export function makeJobWorkers({ log, queues, fetch, complete, fail }: Options) {
  const abort = new AbortController();
  const workers = new Map(queues.map((queue) => [queue.name, makeWorker(queue)]));

  function makeWorker(queue: WorkedQueue) {
    const running = new Map<FetchedJob, Promise<void>>();
    let completed: FetchedJob[] = [];
    let completing: Promise<void> | undefined;
    let filling: Promise<void> | undefined;
    let isRequested = false;

    function wake() {
      if (abort.signal.aborted) return;
      isRequested = true;
      filling ??= fill()
        .catch((error) => log.error({ err: error, queue: queue.name }, "jobs could not be fetched"))
        .finally(() => {
          filling = undefined;
        });
    }

    /** Takes jobs until none waits or every slot is taken; whoever frees a slot asks again. */
    async function fill() {
      while (isRequested && running.size < queue.slots && !abort.signal.aborted) {
        const free = queue.slots - running.size;
        isRequested = false;
        const jobs = await fetch(queue.name, free);
        if (jobs.length === free) isRequested = true;
        for (const job of jobs)
          running.set(
            job,
            runOne(job).finally(() => {
              running.delete(job);
              if (isRequested) wake();
            }),
          );
      }
    }

    async function runOne(job: FetchedJob) {
      const { isCompleted, output } = await withinTime(job);
      if (!isCompleted) {
        await fail(queue.name, job, output).catch((error) => logUnsettled(error, job));
        return;
      }
      completed.push(job);
      completing ??= completeAll().finally(() => {
        completing = undefined;
      });
      await completing;
    }

    /** Those that end while others are being recorded are recorded together. */
    async function completeAll() {
      await Promise.resolve();
      while (completed.length > 0) {
        const jobs = completed;
        completed = [];
        await complete(queue.name, jobs).catch((error) => logUnsettled(error, ...jobs));
      }
    }

    function logUnsettled(error: unknown, ...jobs: FetchedJob[]) {
      const ids = jobs.map(({ id }) => id);
      log.error(
        { err: error, queue: queue.name, jobs: ids },
        "the end of jobs was not recorded; they run again",
      );
    }

    async function withinTime(job: FetchedJob): Promise<JobOutcome> {
      const late = Promise.withResolvers<JobOutcome>();
      const own = new AbortController();
      const timer = setTimeout(() => {
        own.abort();
        late.resolve({
          isCompleted: false,
          output: { message: `took longer than ${queue.expireSeconds} s` },
        });
      }, queue.expireSeconds * 1_000);
      try {
        const signal = AbortSignal.any([abort.signal, own.signal]);
        return await Promise.race([queue.run(job, signal), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    }

    return {
      wake,
      async finish() {
        await filling;
        await Promise.all(running.values());
      },
      /** Those that did not end in time run again elsewhere. */
      giveBack: () =>
        Promise.all(
          [...running.keys()].map((job) => fail(queue.name, job, { message: "the process ended" })),
        ),
    };
  }

  return {
    /** The queue may have jobs. */
    wake: (queue: string) => workers.get(queue)?.wake(),
    /** Takes no more jobs, and waits so long for those that run. */
    async stop(ms: number) {
      abort.abort();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      await Promise.race([Promise.all([...workers.values()].map(({ finish }) => finish())), late]);
      clearTimeout(timer);
      await Promise.all([...workers.values()].map(({ giveBack }) => giveBack()));
    },
  };
}
