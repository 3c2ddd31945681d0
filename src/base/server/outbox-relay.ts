import type { Clock } from "./clock.ts";
import { type Db, join, sql, type Tx } from "./db/db.ts";
import type { Row } from "./db/row.ts";
import type { Log } from "./log.ts";

/** An event as subscriptions receive it: what was published, and its position in the history. */
export type StoredEvent = {
  position: number;
  name: string;
  merchant_id: string | null;
  published_at: Date;
} & Record<string, unknown>;

/**
 * Handles events in the order they were committed. The handler's work and the subscription's cursor are one
 * transaction, so each event takes effect once. Therefore a handler makes no network call: it enqueues a job with
 * `tx.enqueue`.
 */
export type Subscription = {
  /** Unique and permanent: the cursor is stored under this name. */
  name: string;
  events: readonly string[];
  /** `now` is business time. */
  handle(tx: Tx, event: StoredEvent, now: Date): Promise<void>;
};

type Options = {
  db: Db;
  log: Log;
  worldClock: Clock;
  subscriptions: readonly Subscription[];
  maxFailures?: number;
};

/** The PostgreSQL channel on which every process learns that events got positions. */
export const eventsChannel = "rawaj_events";

const batchSize = 100;
/** Positions are assigned faster than subscriptions work: a reader by position does not wait for them. */
const positionBatchSize = 1_000;
const idleMs = 1_000;
const relayLock = 7_204_412;

/**
 * Delivers events: assigns each a position after the commit, then lets every subscription catch up, one batch a round.
 */
export function makeOutboxRelay({ db, log, worldClock, subscriptions, maxFailures = 8 }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  /** Processes everything that waits once; true when anything was done. */
  async function runRound(): Promise<boolean> {
    const assigned = await assignPositions(db);
    let busy = assigned > 0;
    for (const subscription of subscriptions) {
      busy = (await catchUp({ db, log, worldClock, maxFailures }, subscription)) || busy;
    }
    return busy;
  }

  function wake() {
    if (stopped) return;
    again = true;
    running ??= work().finally(() => {
      running = undefined;
      if (again) wake();
    });
  }

  async function work() {
    clearTimeout(timer);
    try {
      do {
        again = false;
        while ((await runRound()) && !stopped);
      } while (again && !stopped);
    } catch (error) {
      log.error({ err: error }, "events could not be delivered; trying again");
    }
    if (!stopped) timer = setTimeout(wake, idleMs);
  }

  return {
    /** Something was committed: check now rather than at the next tick. */
    wake,
    async start() {
      stopped = false;
      await registerSubscriptions(db, subscriptions);
      wake();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    /** Delivers everything that waits, and returns when nothing is left. For tests and for orderly shutdown. */
    async settle() {
      await registerSubscriptions(db, subscriptions);
      while (await runRound());
    },
  };
}

async function registerSubscriptions(db: Db, subscriptions: readonly Subscription[]) {
  for (const { name } of subscriptions) {
    await db.run(sql`insert into base.subscriptions (name) values (${name}) on conflict (name) do nothing`);
  }
}

/** Assigns positions to committed events. One process at a time; the others find nothing to do. */
async function assignPositions(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { isAcquired } = await tx.one<{ isAcquired: boolean }>(
      sql`select pg_try_advisory_xact_lock(${relayLock}) as "isAcquired"`,
    );
    if (!isAcquired) return 0;
    const assigned = await tx.run(sql`
      update base.events set position = assigned.position
      from (
        select id, nextval('base.event_positions') as position
        from (select id from base.events where position is null order by id limit ${positionBatchSize}) waiting
      ) assigned
      where events.id = assigned.id`);
    if (assigned > 0) await tx.run(sql`select pg_notify(${eventsChannel}, '')`);
    return assigned;
  });
}

type EventRow = Row<"base.events", "name" | "merchant_id" | "published_at"> & {
  position: number;
  details: Record<string, unknown>;
};

/** One batch for one subscription; true when it handled any event, which may have published more. */
async function catchUp(
  { db, log, worldClock, maxFailures }: Pick<Options, "db" | "log" | "worldClock"> & { maxFailures: number },
  subscription: Subscription,
): Promise<boolean> {
  let current: EventRow | undefined;
  try {
    return await db.transaction(async (tx) => {
      const cursor = await tx.maybeOne<Row<"base.subscriptions", "position" | "failures">>(sql`
        select position, failures from base.subscriptions
        where name = ${subscription.name} and (retry_at is null or retry_at <= now())
        for update skip locked`);
      if (!cursor) return false;
      const size = cursor.failures > 0 ? 1 : batchSize; // after a failure one by one: only the bad one counts
      const rows = await tx.many<EventRow>(sql`
        select position, name, merchant_id, published_at, details from base.events
        where position > ${cursor.position} and name in (${join([...subscription.events])})
        order by position limit ${size}`);
      for (const row of rows) {
        current = row;
        const { details, position, name, merchant_id, published_at } = row;
        const event = { ...details, position, name, merchant_id, published_at };
        await subscription.handle(tx, event, worldClock.now());
      }
      const last = rows.at(-1);
      if (!last) return false;
      await tx.run(sql`
        update base.subscriptions set position = ${last.position}, failures = 0, retry_at = null where name = ${subscription.name}`);
      return true;
    });
  } catch (error) {
    if (!current) throw error;
    await recordFailure(db, subscription, current, error, maxFailures, log);
    return true;
  }
}

/**
 * Waits longer after each failure; past the last attempt the event moves to `base.dead_letters`, and the rest go on.
 */
async function recordFailure(
  db: Db,
  subscription: Subscription,
  row: EventRow,
  error: unknown,
  maxFailures: number,
  log: Log,
) {
  const reason = error instanceof Error ? error.message : String(error);
  log.error(
    { err: error, subscription: subscription.name, event: row.name, position: row.position },
    "a subscription failed",
  );
  await db.transaction(async (tx) => {
    const { failures } = await tx.one<Row<"base.subscriptions", "failures">>(sql`
      update base.subscriptions
      set failures = failures + 1, retry_at = now() + make_interval(secs => least(300, 0.5 * 2 ^ failures))
      where name = ${subscription.name} returning failures`);
    if (failures < maxFailures) return;
    await tx.run(sql`
      insert into base.dead_letters (subscription, event_name, merchant_id, details, reason)
      values (${subscription.name}, ${row.name}, ${row.merchant_id}, ${JSON.stringify(row.details)}, ${reason})`);
    await tx.run(sql`
      update base.subscriptions set position = ${row.position}, failures = 0, retry_at = null where name = ${subscription.name}`);
  });
}
