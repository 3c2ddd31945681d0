import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./clock.ts";
import { type Db, prepared, sql, type Tx } from "./db/db.ts";
import type { Row } from "./db/row.ts";
import type { Log } from "./log.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

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
  /** Its events are handled between the batches of the others, not after them. */
  isUrgent?: boolean;
  /** Events in one transaction, at most 100, the default. Fewer where a handler takes a lock that other merchants wait for. */
  batchSize?: number;
  /** `now` is business time. */
  handle(tx: Tx, event: StoredEvent, now: Date): Promise<void>;
  /** The same for a whole batch at once, where that costs less. After a failure its events come one by one. */
  handleBatch?(tx: Tx, events: readonly StoredEvent[], now: Date): Promise<void>;
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

/** What one subscription handles before the next has its turn. */
const batchSize = 100;
/** Positions are assigned faster than subscriptions work: a reader by position does not wait for them. */
const positionBatchSize = 1_000;
const idleMs = 1_000;
/** From the beginning of a round to that of the next: what is published meanwhile is handled together, not one by one. */
const roundMs = 25;
const relayLock = 7_204_412;
const atOnce = async () => {};

/**
 * Delivers events: assigns each a position after the commit, then lets every subscription catch up, one batch a round.
 */
export function makeOutboxRelay({ db, log, worldClock, subscriptions, maxFailures = 8 }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  const urgent = subscriptions.filter(({ isUrgent }) => isUrgent);
  const others = subscriptions.filter(({ isUrgent }) => !isUrgent);

  /** One subscription's turn; true when it handled any event, which may have published more. */
  async function serve(subscription: Subscription, beforeBatch = atOnce): Promise<boolean> {
    const size = subscription.batchSize ?? batchSize;
    for (let handled = 0; handled < batchSize; ) {
      await beforeBatch();
      const count = await catchUp({ db, log, worldClock, maxFailures }, subscription, size);
      handled += count;
      if (count < size) return handled > 0;
    }
    return true;
  }

  /** Processes everything that waits once; true when anything was done. */
  async function runRound(beforeBatch = atOnce): Promise<boolean> {
    let busy = await serveUrgent();
    for (const subscription of await findBehind(db, others)) {
      if (!(await serve(subscription, beforeBatch))) continue;
      busy = true;
      await serveUrgent();
    }
    return busy;
  }

  async function serveUrgent(): Promise<boolean> {
    let busy = (await assignPositions(db)) > 0;
    for (const subscription of urgent) busy = (await serve(subscription)) || busy;
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
        const nextAt = performance.now() + roundMs;
        again = (await runRound(yieldToRequests)) || again;
        if (again) await wait(Math.max(0, nextAt - performance.now()));
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

/** Those for which events wait, in their order, found with one statement: most have nothing to do most of the time. */
async function findBehind(db: Db, subscriptions: readonly Subscription[]): Promise<Subscription[]> {
  const wanted = subscriptions.flatMap(({ name, events }) => events.map((event) => ({ name, event })));
  const behind = sql`
    select distinct known.name
    from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ event }) => event)}::text[]) as wanted (name, event)
    join base.subscriptions known on known.name = wanted.name
    where (retry_at is null or retry_at <= now())
      and exists (select 1 from base.events where events.name = wanted.event and events.position > known.position)`;
  const rows = await db.many<Row<"base.subscriptions", "name">>(
    prepared("base.subscriptions_behind", behind),
  );
  const names = new Set(rows.map(({ name }) => name));
  return subscriptions.filter(({ name }) => names.has(name));
}

/**
 * Up to `limit` events for one subscription in one transaction; returns how many. One that failed counts as one: it is
 * tried again later.
 */
async function catchUp(
  { db, log, worldClock, maxFailures }: Pick<Options, "db" | "log" | "worldClock"> & { maxFailures: number },
  subscription: Subscription,
  limit: number,
): Promise<number> {
  let current: EventRow | undefined;
  let isAlone = true;
  try {
    return await db.transaction(async (tx) => {
      const cursor = await tx.maybeOne<Row<"base.subscriptions", "position" | "failures">>(
        prepared(
          "base.lock_subscription",
          sql`
            select position, failures from base.subscriptions
            where name = ${subscription.name} and (retry_at is null or retry_at <= now())
            for update skip locked`,
        ),
      );
      if (!cursor) return 0;
      const size = cursor.failures > 0 ? 1 : limit; // after a failure one by one: only the bad one counts
      const rows = await listEvents(tx, { names: subscription.events, after: cursor.position, size });
      const last = rows.at(-1);
      if (!last) return 0;
      if (subscription.handleBatch) {
        current = rows[0];
        isAlone = rows.length === 1;
        await subscription.handleBatch(tx, rows.map(toStoredEvent), worldClock.now());
      } else {
        for (const row of rows) {
          current = row;
          await subscription.handle(tx, toStoredEvent(row), worldClock.now());
        }
      }
      await tx.run(sql`
        update base.subscriptions set position = ${last.position}, failures = 0, retry_at = null where name = ${subscription.name}`);
      return rows.length;
    });
  } catch (error) {
    if (!current) throw error;
    // Which of a batch's events is the bad one shows when they come one by one.
    await recordFailure(
      db,
      subscription,
      current,
      error,
      isAlone ? maxFailures : Number.POSITIVE_INFINITY,
      log,
    );
    return 1;
  }
}

/** The next events of these names, in order. Each name is read from its own place, however many others lie between. */
function listEvents(
  tx: Tx,
  { names, after, size }: { names: readonly string[]; after: number; size: number },
): Promise<EventRow[]> {
  const next = sql`
    select event.* from unnest(${[...names]}::text[]) as wanted (name), lateral (
      select position, name, merchant_id, published_at, details from base.events
      where events.name = wanted.name and position > ${after}::bigint order by position limit ${size}::int
    ) event order by event.position limit ${size}::int`;
  return tx.many<EventRow>(prepared("base.next_events", next));
}

const toStoredEvent = ({ details, position, name, merchant_id, published_at }: EventRow): StoredEvent => ({
  ...details,
  position,
  name,
  merchant_id,
  published_at,
});

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
