import { createHash } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { prepared, sql, type Tx } from "./db/db.ts";
import { withTrace } from "./observed-jobs.ts";
import type { StoredEvent, Subscription } from "./outbox-relay.ts";

/** The PostgreSQL channel on which a queue is named that got a job. */
export const jobsChannel = "rawaj_jobs";

/**
 * Jobs reach the queue in the subscription's transaction, under an id derived from the event's position: no duplicates.
 * Those of a batch reach each queue in one statement.
 */
export function makeEnqueueSubscription(
  boss: PgBoss,
  { name, event, isUrgent }: { name: string; event: string; isUrgent: boolean },
): Subscription {
  async function enqueueAll(tx: Tx, events: readonly StoredEvent[]) {
    const queues = [...Map.groupBy(events, ({ job }) => String(job))];
    await Promise.all(
      queues.map(([queue, batch]) => boss.insert(queue, batch.map(toQueuedJob), { db: toBossDb(tx) })),
    );
    tx.defer(tx.run(notifyQueues(queues.map(([queue]) => queue))));
  }
  return {
    name,
    events: [event],
    isUrgent,
    batchSize: 500,
    handle: (tx, stored) => enqueueAll(tx, [stored]),
    handleBatch: enqueueAll,
  };
}

const notifyQueues = (queues: readonly string[]) =>
  prepared(
    "base.notify_queues",
    sql`select pg_notify(${jobsChannel}, queue) from unnest(${[...queues]}::text[]) queue`,
  );

const toQueuedJob = ({ position, input, key, afterSeconds, isNeeded, traceparent }: StoredEvent) => ({
  id: toUuid(`job:${position}`),
  data: withTrace(input, traceparent),
  ...toGroup(input),
  singletonKey: typeof key === "string" ? key : toUuid(`lone:${position}`),
  ...(isNeeded === true ? { priority: 1 } : {}),
  ...(typeof afterSeconds === "number" ? { startAfter: String(afterSeconds) } : {}),
});

/** Whose turn a job takes: its merchant's, or its store's. */
export function toGroup(input: unknown): { group?: { id: string } } {
  const { merchant_id, merchantId, store_id } = (input ?? {}) as Record<string, unknown>;
  const id = merchant_id ?? merchantId ?? store_id;
  return typeof id === "string" ? { group: { id } } : {};
}

/** The queue's own SQL, run in our transaction. */
function toBossDb(tx: Tx) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.many({ text, values } as unknown as Parameters<Tx["many"]>[0]),
    }),
  };
}

/** A UUID that is always the same for the same text. */
export function toUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
