import type { Clock } from "./clock.ts";
import type { Db, Tx } from "./db/db.ts";
import type { Log } from "./log.ts";
import {
  countFailure,
  type EventRow,
  listEvents,
  lockCursor,
  moveCursor,
  recordDeadLetter,
} from "./outbox.store.ts";
import type { StoredEvent, Subscription } from "./subscription.ts";
import { tracedFrom, tracedTogether } from "./tracing.ts";

/** What one subscription handles of a lane in one transaction. */
const usualBatchSize = 100;

type Deps = { db: Db; log: Log; worldClock: Clock; maxFailures: number };
type Turn = { subscription: Subscription; lane: number; isSingle: boolean };

export type TurnOutcome = {
  handled: number;
  /** More events may wait in the lane. */
  hasMore: boolean;
  /** So many events failed together: one by one they show which of them is bad. */
  failedBatch: number;
  /** The next event failed alone, and is tried again after so many seconds. */
  retrySeconds?: number;
};

/** The next events of one lane for one subscription, in one transaction with its cursor. */
export async function catchUp(deps: Deps, { subscription, lane, isSingle }: Turn): Promise<TurnOutcome> {
  const { db, worldClock, log } = deps;
  const place = { name: subscription.name, lane };
  const limit = subscription.batchSize ?? usualBatchSize;
  let rows: EventRow[] = [];
  try {
    return await db.transaction(async (tx) => {
      rows = [];
      const cursor = await lockCursor(tx, place);
      if (!cursor) return { handled: 0, hasMore: false, failedBatch: 0 };
      const size = isSingle || cursor.failures > 0 ? 1 : limit;
      rows = await listEvents(tx, { names: subscription.events, lane, after: cursor.position, size });
      const last = rows.at(-1);
      if (!last) return { handled: 0, hasMore: false, failedBatch: 0 };
      const now = worldClock.now();
      await handleAll({ tx, now, subscription }, rows);
      tx.defer(moveCursor(tx, place, last.position));
      return { handled: rows.length, hasMore: rows.length === size, failedBatch: 0 };
    });
  } catch (error) {
    const [first] = rows;
    if (!first) throw error;
    const { name: event, position } = first;
    log.error({ err: error, subscription: subscription.name, event, position }, "a subscription failed");
    if (rows.length > 1) return { handled: 0, hasMore: true, failedBatch: rows.length };
    return recordFailure(deps, { subscription, lane }, first, error);
  }
}

type Handling = { tx: Tx; now: Date; subscription: Subscription };

/** In the traces in which the events were published. */
async function handleAll({ tx, now, subscription }: Handling, rows: readonly EventRow[]) {
  const name = `handle ${subscription.name}`;
  if (subscription.handleBatch) {
    const traces = rows.map(({ traceparent }) => traceparent);
    const { handleBatch } = subscription;
    const info = { name, attributes: { "rawaj.events": rows.length } };
    return tracedTogether(traces, info, () => handleBatch(tx, rows.map(toStoredEvent), now));
  }
  for (const row of rows) {
    const attributes = { "rawaj.event": row.name, "rawaj.position": row.position };
    await tracedFrom(row.traceparent, { name, attributes, kind: "CONSUMER" }, () =>
      subscription.handle(tx, toStoredEvent(row), now),
    );
  }
}

const toStoredEvent = ({ details, ...event }: EventRow): StoredEvent => ({ ...details, ...event });

/**
 * Waits longer after each failure; past the last attempt the event moves to `base.dead_letters`, and the rest go on.
 */
function recordFailure(
  { db, maxFailures }: Deps,
  { subscription: { name }, lane }: Omit<Turn, "isSingle">,
  row: EventRow,
  error: unknown,
): Promise<TurnOutcome> {
  const place = { name, lane };
  const reason = error instanceof Error ? error.message : String(error);
  return db.transaction(async (tx) => {
    const { failures, retry_seconds: retrySeconds } = await countFailure(tx, place);
    if (failures < maxFailures) return { handled: 0, hasMore: true, failedBatch: 0, retrySeconds };
    await recordDeadLetter(tx, name, row, reason);
    await moveCursor(tx, place, row.position);
    return { handled: 1, hasMore: true, failedBatch: 0 };
  });
}
