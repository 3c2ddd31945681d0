import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { addPendingCounts } from "./roll-ups.store.ts";

/** Counts added in one transaction: on embedded storage, with its one session, clicks wait for as long as it takes. */
const countsAtOnce = 4_000;

/**
 * Adds what clicks committed before this call, and verdicts given before it, change in the roll-ups. Stopped by the
 * signal, it leaves the rest for the next call.
 */
export async function rollUpClicks(db: Db, signal?: AbortSignal): Promise<void> {
  for (let added = countsAtOnce; added >= countsAtOnce && !signal?.aborted; ) {
    await yieldToRequests();
    added = await db.transaction((tx) => addPendingCounts(tx, { limit: countsAtOnce }));
  }
}

/** How far the roll-ups are behind the clicks of a process that lives. */
const intervalMs = 1_000;
/** The least rest after a round, as a multiple of the time it took: under load, rounds become larger instead of more. */
const restPerWork = 2;

export interface ClickRollUps {
  /** Clicks were committed: they are counted within about a second. */
  wake(): void;
  /** Waits for the round under way; starts no other. */
  stop(): Promise<void>;
}

/** Counts this process's clicks, a round a second while there are any. Without clicks it does nothing. */
export function startClickRollUps({ db, log }: { db: Db; log: Log }): ClickRollUps {
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  const stopping = new AbortController();
  const { signal } = stopping;

  function schedule(afterMs: number) {
    timer = setTimeout(() => {
      round = run();
    }, afterMs).unref();
  }

  async function run() {
    isWoken = false;
    const beganAt = performance.now();
    try {
      await rollUpClicks(db, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, "clicks could not be counted; they are counted later");
      isWoken = true;
    }
    timer = undefined;
    if (isWoken && !signal.aborted)
      schedule(Math.max(intervalMs, (performance.now() - beganAt) * restPerWork));
  }

  return {
    wake() {
      isWoken = true;
      if (!timer && !signal.aborted) schedule(intervalMs);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
