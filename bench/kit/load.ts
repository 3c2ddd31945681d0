import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** What to request, at what rate, and until when. */
export type LoadPlan = {
  port: number;
  /**
   * `{n}` in the path, the headers and the body becomes a number of `from` … `from + count - 1`, at random for each
   * request; `{k}` the request's own number, from `numbersFrom` on; `{k%64}` what is left of it.
   */
  path: string;
  from?: number;
  count?: number;
  numbersFrom?: number;
  /** GET without it. */
  method?: "POST";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: string;
  /** The only status that counts as success. */
  expect: number;
  connections: number;
  /** Ends after this time, or after this many responses, whichever comes first. */
  seconds: number;
  answers?: number;
  /**
   * Open loop: this many requests a second, however long responses take. Without it each connection sends the next at
   * once.
   */
  perSecond?: number;
  /** Collects the `rwj` parameter of each `Location` header. */
  collectsClickIds?: boolean;
};

export type LoadResult = {
  answered: number;
  /** Other statuses and cut connections. */
  failed: number;
  perSecond: number;
  /** Milliseconds; in open loop counted from the moment the request was due, not from when it was sent. */
  p50: number;
  p95: number;
  p99: number;
  clickIds: string[];
  /** The first answer with another status. */
  firstFailure?: string;
};

/** Loads a server from a separate process, so that our own waiting is not measured. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  return startLoad(plan).done;
}

/** Responses a second. A single failure ends the benchmark: a fast wrong response does not count. */
export async function measureRate(plan: LoadPlan): Promise<number> {
  const { answered, failed, firstFailure = "", perSecond } = await load(plan);
  if (failed > 0 || answered === 0)
    throw new Error(`${failed} requests failed, ${answered} were answered. ${firstFailure}`);
  return perSecond;
}

/** Responses a second, and the processor time that the server took for each. */
export async function measureCost(
  program: { processorMicros(): number },
  plan: LoadPlan,
): Promise<{ perSecond: number; microsEach: number }> {
  const before = program.processorMicros();
  const { answered, failed, firstFailure = "", perSecond } = await load(plan);
  if (failed > 0 || answered === 0)
    throw new Error(`${failed} requests failed, ${answered} were answered. ${firstFailure}`);
  return { perSecond, microsEach: (program.processorMicros() - before) / answered };
}

export function startLoad(plan: LoadPlan): { process: ChildProcess; done: Promise<LoadResult> } {
  const child = fork(join(import.meta.dirname, "load-worker.ts"));
  const done = new Promise<LoadResult>((resolve, reject) => {
    child.once("message", (result) => resolve(result as LoadResult));
    child.once("exit", () => reject(new Error("the load ended without a result")));
  });
  child.send(plan);
  return { process: child, done };
}
