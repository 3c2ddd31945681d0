import { type Db, sqlState } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { findOldestPending, setAside, takePendingClicks } from "./pending-clicks.store.ts";

/** Clicks in one transaction: on embedded storage, with its one session, others wait for as long as it takes. */
const clicksAtOnce = 2_000;

type Options = { signal?: AbortSignal; log?: Log };

/**
 * Puts the clicks that were committed before this call into their table and the roll-ups, and with them what verdicts given
 * before it change there. Stopped by the signal, it leaves the rest for the next call.
 */
export async function rollUpClicks(db: Db, { signal, log }: Options = {}): Promise<void> {
  let limit = clicksAtOnce;
  for (let taken = limit; taken >= limit && !signal?.aborted; ) {
    await yieldToRequests();
    const oldest = limit === 1 ? await findOldestPending(db) : undefined;
    try {
      taken = await db.transaction((tx) => takePendingClicks(tx, { limit }));
    } catch (error) {
      if (!isAboutData(error)) throw error;
      // A row that the database cannot read must not stop those behind it: it is found by taking one at a time.
      limit = 1;
      taken = 1;
      if (oldest === undefined) continue;
      await setAside(db, oldest);
      log?.error({ err: error, id: oldest }, "pending clicks cannot be read; they were set aside");
    }
  }
}

/** Data that has no valid form (class 22), or breaks a constraint (23). */
const isAboutData = (error: unknown) => /^2[23]/.test(sqlState(error) ?? "");

/** How long clicks of a process that lives are on their way to the roll-ups. */
const intervalMs = 1_000;

export interface ClickRollUps {
  /** Clicks were committed: they are counted within about a second. */
  wake(): void;
  /** Waits for the round under way; starts no other. */
  stop(): Promise<void>;
}

/** Counts this process's clicks, a round a second while there are any. Without clicks it does nothing. */
export function startClickRollUps({ db, log }: { db: Db; log: Log }): ClickRollUps {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;

  function schedule() {
    timer = setTimeout(() => {
      round = run();
    }, intervalMs).unref();
  }

  async function run() {
    isWoken = false;
    try {
      await rollUpClicks(db, { signal, log });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, "clicks could not be counted; they are counted later");
      isWoken = true;
    }
    timer = undefined;
    if (isWoken && !signal.aborted) schedule();
  }

  return {
    wake() {
      isWoken = true;
      if (!timer && !signal.aborted) schedule();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
