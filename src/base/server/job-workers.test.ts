import { expect, it } from "vitest";
import { type FetchedJob, makeJobWorkers } from "./job-workers.ts";
import { makeLog } from "./log.ts";

/** A queue in memory: jobs that the test ends by hand, and what was recorded of each. */
function openQueue({ slots = 2, expireSeconds = 60 } = {}) {
  const waiting: FetchedJob[] = [];
  const running = new Map<string, PromiseWithResolvers<{ isCompleted: boolean; output?: object }>>();
  const completed: string[][] = [];
  const failed = new Map<string, object | undefined>();
  const signals = new Map<string, AbortSignal>();
  const changed: (() => void)[] = [];
  const note = () => {
    for (const resolve of changed.splice(0)) resolve();
  };
  const workers = makeJobWorkers({
    log: makeLog("silent"),
    queues: [
      {
        name: "things",
        slots,
        expireSeconds,
        run({ id }, signal) {
          const end = Promise.withResolvers<{ isCompleted: boolean; output?: object }>();
          running.set(id, end);
          signals.set(id, signal);
          note();
          return end.promise;
        },
      },
    ],
    fetch: async (_queue, count) => waiting.splice(0, count),
    complete: async (_queue, jobs) => {
      completed.push(jobs.map(({ id }) => id));
      note();
    },
    fail: async (_queue, { id }, output) => {
      failed.set(id, output);
      note();
    },
  });
  return {
    workers,
    running,
    completed,
    failed,
    signals,
    add: (...ids: string[]) => waiting.push(...ids.map((id) => ({ id, data: {}, retryCount: 0 }))),
    end: (id: string, isCompleted = true) => running.get(id)?.resolve({ isCompleted }),
    async until(isTrue: () => boolean) {
      while (!isTrue()) await new Promise<void>((resolve) => changed.push(resolve));
    },
  };
}

it("a free slot takes the next job while another of its queue still runs", async () => {
  const queue = openQueue();
  queue.add("slow", "quick", "next", "last");
  queue.workers.wake("things");
  await queue.until(() => queue.running.size === 2);
  queue.end("quick");
  await queue.until(() => queue.running.has("next"));
  expect(queue.running.has("last")).toBe(false);
  queue.end("next");
  await queue.until(() => queue.running.has("last"));
  expect(queue.completed.flat()).toEqual(["quick", "next"]);
});

it("jobs that end together are recorded together, and a failed one with its reason", async () => {
  const queue = openQueue({ slots: 3 });
  queue.add("one", "two", "bad");
  queue.workers.wake("things");
  await queue.until(() => queue.running.size === 3);
  queue.end("one");
  queue.end("two");
  queue.end("bad", false);
  await queue.until(() => queue.completed.flat().length === 2 && queue.failed.has("bad"));
  expect(queue.completed).toEqual([["one", "two"]]);
});

it("a job that takes longer than it may is recorded as failed and told to stop", async () => {
  const queue = openQueue({ expireSeconds: 0.001 });
  queue.add("endless");
  queue.workers.wake("things");
  await queue.until(() => queue.failed.has("endless"));
  expect(queue.failed.get("endless")).toEqual({ message: "took longer than 0.001 s" });
  expect(queue.signals.get("endless")?.aborted).toBe(true);
});

it("stopping tells jobs, takes no more of them, and gives back what does not end in time", async () => {
  const queue = openQueue();
  queue.add("one", "endless", "waiting");
  queue.workers.wake("things");
  await queue.until(() => queue.running.size === 2);
  const stopped = queue.workers.stop(1);
  expect(queue.signals.get("one")?.aborted).toBe(true);
  queue.end("one");
  await stopped;
  queue.workers.wake("things");
  expect([...queue.failed.keys()]).toEqual(["endless"]);
  expect(queue.running.has("waiting")).toBe(false);
});
