import { Worker } from "node:worker_threads";
import { type Driver, type QueryResult, type Session, sqlState, watchFailures } from "./db.ts";
import type { WorkerRequest, WorkerResponse } from "./embedded.worker.ts";

type Options = {
  /** Data folder; in memory when absent. */
  folder?: string;
  /** A dump to start from, for tests. */
  snapshot?: string;
};

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
type ChannelHandlers = ReadonlyMap<string, (payload: string) => void>;

export type EmbeddedDriver = Driver & { dump(file: string): Promise<void> };

/** After a failed attempt to reopen the database, the next one comes no sooner than this. */
const reopenMs = 1_000;

/**
 * PostgreSQL inside the process (PGlite). It has ONE session: while a transaction is open everything else waits, so
 * statements queue here and a transaction holds the queue until it ends. When the database becomes unusable (its
 * write-ahead log found no room on the disk: a server would restart by itself), it is reopened from its folder before
 * the next statement.
 */
export async function embeddedDriver({ folder, snapshot }: Options): Promise<EmbeddedDriver> {
  const channelHandlers = new Map<string, (payload: string) => void>();
  let thread = await openThread({ folder, snapshot }, channelHandlers);
  let triedAt = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const send = (request: WithoutId<WorkerRequest>) => thread.send(request);

  /** Runs `work` after everything queued before it is done. */
  function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const reopenAndWork = async () => {
      if (thread.isBroken() && folder !== undefined) await reopen();
      return work();
    };
    const run = queue.then(reopenAndWork, reopenAndWork);
    queue = run.catch(() => {});
    return run;
  }

  async function reopen() {
    if (performance.now() - triedAt < reopenMs) throw connectionLost("the embedded database is not open yet");
    triedAt = performance.now();
    await thread.end();
    try {
      thread = await openThread({ folder }, channelHandlers);
      for (const channel of channelHandlers.keys()) await send({ kind: "listen", channel });
    } catch (error) {
      throw connectionLost("the embedded database could not be opened again", error);
    }
    for (const onMessage of channelHandlers.values()) onMessage(""); // notifications may be lost
  }

  const session: Session = {
    query: (text, values) => send({ kind: "query", text, values }),
    script: (text) => send({ kind: "script", text }),
  };

  return {
    kind: "embedded",
    query: (text, values) => runExclusive(() => session.query(text, values)),
    script: (text) =>
      runExclusive(async () => {
        try {
          return await session.script(text);
        } catch (error) {
          // A script may have failed between its own begin and commit; the one session must not stay in that state.
          await session.script("rollback").catch(() => {});
          throw error;
        }
      }),
    transaction: (work) =>
      runExclusive(async () => {
        await session.script("begin");
        const watched = watchFailures(session);
        try {
          const value = await work(watched);
          await watched.commit();
          return value;
        } catch (error) {
          await session.script("rollback").catch((lost: unknown) => {
            if (!thread.isBroken()) throw lost;
          });
          throw error;
        }
      }),
    async listen(channel, onMessage) {
      channelHandlers.set(channel, onMessage);
      await runExclusive(() => send({ kind: "listen", channel }));
    },
    async dump(file) {
      await runExclusive(() => send({ kind: "dump", file }));
    },
    async close() {
      await queue;
      if (!thread.isBroken()) await send({ kind: "close" });
      await thread.end();
    },
  };
}

/** The error PostgreSQL gives when a server crashed: work in progress may or may not have been committed. */
const connectionLost = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code: "57P02" });

type PendingRequest = { resolve(result: QueryResult): void; reject(error: Error): void };

/** The database in its worker thread: one request, one response. Rejects when it cannot be opened. */
async function openThread({ folder, snapshot }: Options, channelHandlers: ChannelHandlers) {
  const worker = new Worker(new URL("./embedded.worker.ts", import.meta.url), {
    workerData: { folder, snapshot },
  });
  const pending = new Map<number, PendingRequest>();
  let lastId = 0;
  let isBroken = false;

  const ready = new Promise<QueryResult>((resolve, reject) => pending.set(0, { resolve, reject }));
  worker.on("message", (response: WorkerResponse) => {
    if ("channel" in response) return channelHandlers.get(response.channel)?.(response.payload);
    const entry = pending.get(response.id);
    pending.delete(response.id);
    if ("failed" in response)
      entry?.reject(Object.assign(new Error(response.failed.message), response.failed));
    else entry?.resolve({ rows: response.rows, affected: response.affected });
  });
  const failAll = (error: Error) => {
    isBroken = true;
    pending.get(0)?.reject(error); // it could not even be opened: report the cause itself
    for (const entry of pending.values())
      entry.reject(connectionLost("the embedded database has stopped", error));
    pending.clear();
  };
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("its thread has ended")));

  function post(request: WithoutId<WorkerRequest>): Promise<QueryResult> {
    if (isBroken) return Promise.reject(connectionLost("the embedded database has stopped"));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  async function send(request: WithoutId<WorkerRequest>): Promise<QueryResult> {
    try {
      return await post(request);
    } catch (error) {
      if (!isBroken && mayBeUnusable(error)) {
        isBroken = await post({ kind: "query", text: walProbe, values: [] }).then(
          () => false,
          (failed) => sqlState(failed) !== "25P02", // only the transaction has failed; it ends soon
        );
        if (isBroken) throw connectionLost("the embedded database is unusable", error);
      }
      throw error;
    }
  }

  try {
    await ready;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return { send, isBroken: () => isBroken, end: () => worker.terminate() };
}

/** Needs only the write-ahead log; it belongs to no transaction. */
const walProbe = "select pg_logical_emit_message(false, 'rawaj', '')";

/** Internal and system errors (classes XX and 58), a full disk, and anything that is not a PostgreSQL error. */
function mayBeUnusable(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(XX|58|53)/.test(state);
}
