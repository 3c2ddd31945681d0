import type { Db } from "#base/server/db/db.ts";
import { type Click, insertPendingClicks } from "./pending-clicks.store.ts";

export interface ClickRecorder {
  /**
   * Resolves when the click is committed; rejects when it is not written, and then the visitor must not be redirected.
   */
  record(click: Click): Promise<void>;
}

/** Further clicks are refused: a database that hangs must not fill the memory. */
const maxPending = 20_000;
const maxFlushSize = 1_000;

export class ClickRecorderFull extends Error {}

type PendingClick = { click: Click; deferred: PromiseWithResolvers<void> };

/**
 * Writes clicks in batches: while one flush runs, the clicks that arrive wait for the next. There is no timer: a single
 * click is written at once; under load, a slower disk gives larger batches. Each flush is one statement; `onWritten` is
 * called once it is committed, and the clicks are counted in the roll-ups later.
 */
export function makeClickRecorder(db: Db, onWritten: () => void): ClickRecorder {
  const waiting: PendingClick[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    while (waiting.length > 0) {
      // Clicks that arrived in the same network packet join the batch; without this, batches stay at one.
      await new Promise(setImmediate);
      const group = waiting.splice(0, maxFlushSize);
      try {
        await insertPendingClicks(
          db,
          group.map(({ click }) => click),
        );
        for (const { deferred } of group) deferred.resolve();
        onWritten();
      } catch (error) {
        for (const { deferred } of group) deferred.reject(error);
      }
    }
    isWriting = false;
  }

  return {
    record(click) {
      if (waiting.length >= maxPending) return Promise.reject(new ClickRecorderFull("too many clicks wait"));
      const deferred = Promise.withResolvers<void>();
      waiting.push({ click, deferred });
      if (!isWriting) void writeAll();
      return deferred.promise;
    },
  };
}
