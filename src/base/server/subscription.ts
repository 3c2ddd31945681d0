import type { Tx } from "./db/db.ts";

/** An event as subscriptions receive it: what was published, and its position in the history. */
export type StoredEvent = {
  position: number;
  name: string;
  merchant_id: string | null;
  published_at: Date;
  /** The trace in which it was published; null where traces are off. */
  traceparent?: string | null;
} & Record<string, unknown>;

/**
 * Handles events, those of a merchant in the order they were committed; several merchants' are handled side by side. The
 * handler's work and the subscription's cursor are one transaction, so each event takes effect once. Therefore a handler
 * makes no network call: it enqueues a job with `tx.enqueue`.
 */
export type Subscription = {
  /** Unique and permanent: the cursors are stored under this name. */
  name: string;
  events: readonly string[];
  /** Its events are handled before those of the others that wait. */
  isUrgent?: boolean;
  /** Events in one transaction, 100 by default. Fewer where a handler takes a lock that other merchants wait for. */
  batchSize?: number;
  /** `now` is business time. */
  handle(tx: Tx, event: StoredEvent, now: Date): Promise<void>;
  /** The same for a whole batch at once, where that costs less. After a failure its events come one by one. */
  handleBatch?(tx: Tx, events: readonly StoredEvent[], now: Date): Promise<void>;
};
