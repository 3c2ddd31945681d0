import { Worker } from "node:worker_threads";
import { type Driver, type QueryResult, type Session, sqlState } from "./db.ts";
import type { Ask, Told } from "./embedded.worker.ts";

type Options = {
  /** Folder of the data; in memory when absent. */
  folder?: string;
  /** A dump to begin from, for tests. */
  snapshot?: string;
};

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
type Ears = ReadonlyMap<string, (payload: string) => void>;

export type EmbeddedDriver = Driver & { dump(file: string): Promise<void> };

/** A failed attempt to open it again is not repeated sooner. */
const reopenMs = 1_000;

/**
 * PostgreSQL inside the process (PGlite). It has ONE session: while a transaction is open everybody else waits,
 * so statements queue here and a transaction holds the queue until it ends. When it is past use (its log of writes found
 * no room on the disk: a server would restart by itself), it is opened again from its folder before the next turn.
 */
export async function embeddedDriver({ folder, snapshot }: Options): Promise<EmbeddedDriver> {
  const ears = new Map<string, (payload: string) => void>();
  let thread = await openThread({ folder, snapshot }, ears);
  let triedAt = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const ask = (question: WithoutId<Ask>) => thread.ask(question);

  /** Runs `work` when all who came before are done. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const workOnLiving = async () => {
      if (thread.isBroken() && folder !== undefined) await reopen();
      return work();
    };
    const mine = turn.then(workOnLiving, workOnLiving);
    turn = mine.catch(() => {});
    return mine;
  }

  async function reopen() {
    if (performance.now() - triedAt < reopenMs) throw gone("the embedded database is not open yet");
    triedAt = performance.now();
    await thread.end();
    try {
      thread = await openThread({ folder }, ears);
      for (const channel of ears.keys()) await ask({ kind: "listen", channel });
    } catch (error) {
      throw gone("the embedded database could not be opened again", error);
    }
    for (const heard of ears.values()) heard(""); // whatever was told meanwhile
  }

  const session: Session = {
    query: (text, values) => ask({ kind: "query", text, values }),
    script: (text) => ask({ kind: "script", text }),
  };

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
          await session.script("rollback").catch((lost: unknown) => {
            if (!thread.isBroken()) throw lost;
          });
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
      await turn;
      if (!thread.isBroken()) await ask({ kind: "close" });
      await thread.end();
    },
  };
}

/** As PostgreSQL says it of a server that crashed: what was under way may or may not have been kept. */
const gone = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code: "57P02" });

type Waiting = { resolve(result: QueryResult): void; reject(error: Error): void };

/** The database in its thread: one question, one answer. Rejects when it cannot be opened. */
async function openThread({ folder, snapshot }: Options, ears: Ears) {
  const worker = new Worker(new URL("./embedded.worker.ts", import.meta.url), {
    workerData: { folder, snapshot },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isBroken = false;

  const ready = new Promise<QueryResult>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on("message", (told: Told) => {
    if ("channel" in told) return ears.get(told.channel)?.(told.payload);
    const asker = waiting.get(told.id);
    waiting.delete(told.id);
    if ("failed" in told) asker?.reject(Object.assign(new Error(told.failed.message), told.failed));
    else asker?.resolve({ rows: told.rows, affected: told.affected });
  });
  const failAll = (error: Error) => {
    isBroken = true;
    waiting.get(0)?.reject(error); // it could not even be opened: the cause itself is what helps
    for (const asker of waiting.values()) asker.reject(gone("the embedded database has stopped", error));
    waiting.clear();
  };
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("its thread has ended")));

  function tell(question: WithoutId<Ask>): Promise<QueryResult> {
    if (isBroken) return Promise.reject(gone("the embedded database has stopped"));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...question, id });
    });
  }

  async function ask(question: WithoutId<Ask>): Promise<QueryResult> {
    try {
      return await tell(question);
    } catch (error) {
      if (!isBroken && mayBePastUse(error)) {
        isBroken = await tell({ kind: "query", text: writesALine, values: [] }).then(
          () => false,
          (failed) => sqlState(failed) !== "25P02", // only the transaction has failed, and it is over soon
        );
        if (isBroken) throw gone("the embedded database is past use", error);
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
  return { ask, isBroken: () => isBroken, end: () => worker.terminate() };
}

/** Needs the log of writes and nothing else; it belongs to no transaction. */
const writesALine = "select pg_logical_emit_message(false, 'rawaj', '')";

/** Internal and system errors (classes XX and 58), a full disk, and what is no error of PostgreSQL at all. */
function mayBePastUse(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(XX|58|53)/.test(state);
}
