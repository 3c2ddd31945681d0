import { Worker } from "node:worker_threads";
import type { Driver, QueryResult, Session } from "./db.ts";
import type { Ask, Told } from "./embedded.worker.ts";

type Options = {
  /** Folder of the data; in memory when absent. */
  folder?: string;
  /** A dump to begin from, for tests. */
  snapshot?: string;
};

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
type Waiting = { resolve(result: QueryResult): void; reject(error: Error): void };

export type EmbeddedDriver = Driver & { dump(file: string): Promise<void> };

/**
 * PostgreSQL inside the process (PGlite). It has ONE session: while a transaction is open everybody else waits,
 * so statements queue here and a transaction holds the queue until it ends.
 */
export async function embeddedDriver({ folder, snapshot }: Options): Promise<EmbeddedDriver> {
  const worker = new Worker(new URL("./embedded.worker.ts", import.meta.url), {
    workerData: { folder, snapshot },
  });
  const waiting = new Map<number, Waiting>();
  const ears = new Map<string, (payload: string) => void>();
  let lastId = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const ready = new Promise<QueryResult>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on("message", (told: Told) => {
    if ("channel" in told) return ears.get(told.channel)?.(told.payload);
    const asker = waiting.get(told.id);
    waiting.delete(told.id);
    if ("failed" in told) asker?.reject(Object.assign(new Error(told.failed.message), told.failed));
    else asker?.resolve({ rows: told.rows, affected: told.affected });
  });
  const failAll = (error: Error) => {
    for (const asker of waiting.values()) asker.reject(error);
    waiting.clear();
  };
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("the embedded database has stopped")));

  function ask(question: WithoutId<Ask>): Promise<QueryResult> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...question, id });
    });
  }

  /** Runs `work` when all who came before are done. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  }

  const session: Session = {
    query: (text, values) => ask({ kind: "query", text, values }),
    script: (text) => ask({ kind: "script", text }),
  };

  await ready;
  return {
    kind: "embedded",
    query: (text, values) => inTurn(() => session.query(text, values)),
    script: (text) =>
      inTurn(async () => {
        try {
          return await session.script(text);
        } catch (error) {
          // A script may have failed between its own begin and commit; the one session must not stay in that state.
          await session.script("rollback").catch(() => {});
          throw error;
        }
      }),
    transaction: (work) =>
      inTurn(async () => {
        await session.script("begin");
        try {
          const value = await work(session);
          await session.script("commit");
          return value;
        } catch (error) {
          await session.script("rollback");
          throw error;
        }
      }),
    async listen(channel, heard) {
      ears.set(channel, heard);
      await inTurn(() => ask({ kind: "listen", channel }));
    },
    async dump(file) {
      await inTurn(() => ask({ kind: "dump", file }));
    },
    async close() {
      await inTurn(() => ask({ kind: "close" }));
      await worker.terminate();
    },
  };
}
