import { type Db, join, sql, type Tx } from "./db/db.ts";
import type { Log } from "./log.ts";

/** An event as its listeners read it: what was announced, and its place in the history. */
export type News = {
  position: number;
  name: string;
  merchant_id: string | null;
  announced_at: Date;
} & Record<string, unknown>;

/**
 * Hears events in the order they were committed. Its work and its place in the history are one transaction, so each
 * event takes effect once; therefore it does no network: what must go outside is asked for with `tx.later`.
 */
export type Listener = {
  /** Unique and lasting: the place in the history is kept under this name. */
  name: string;
  hears: readonly string[];
  hear(tx: Tx, news: News): Promise<void>;
};

type Options = { db: Db; log: Log; listeners: readonly Listener[]; buryAfter?: number };
export type NewsDesk = ReturnType<typeof makeNewsDesk>;

/** Every process hears on this channel that events got their positions. */
export const newsChannel = "rawaj_events";

const batchSize = 100;
/** Positions are given faster than listeners work: whoever reads by position does not wait for them. */
const placeSize = 1_000;
const idleMs = 1_000;
const deskLock = 7_204_412;

/** Hands events on: gives each its position after the commit, then lets every listener catch up, one batch a turn. */
export function makeNewsDesk({ db, log, listeners, buryAfter = 8 }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  /** Handles all there is; true when anything was done. */
  async function round(): Promise<boolean> {
    const placed = await placeEvents(db);
    let busy = placed > 0;
    for (const listener of listeners) {
      busy = (await catchUp(db, listener, buryAfter, log)) || busy;
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
        while ((await round()) && !stopped);
      } while (again && !stopped);
    } catch (error) {
      log.error({ err: error }, "events could not be handed on; trying again");
    }
    if (!stopped) timer = setTimeout(wake, idleMs);
  }

  return {
    /** Something was committed: look now rather than at the next tick. */
    wake,
    async start() {
      stopped = false;
      await registerListeners(db, listeners);
      wake();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    /** Hands on everything that waits, and returns when nothing is left. For tests and for orderly ends. */
    async settle() {
      await registerListeners(db, listeners);
      while (await round());
    },
  };
}

async function registerListeners(db: Db, listeners: readonly Listener[]) {
  for (const { name } of listeners) {
    await db.run(sql`insert into base.listeners (name) values (${name}) on conflict (name) do nothing`);
  }
}

/** Gives committed events their positions. One process at a time; the others find nothing to do. */
async function placeEvents(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { mine } = await tx.one<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${deskLock}) as mine`,
    );
    if (!mine) return 0;
    const placed = await tx.run(sql`
      update base.events set position = placed.position
      from (
        select id, nextval('base.event_positions') as position
        from (select id from base.events where position is null order by id limit ${placeSize}) waiting
      ) placed
      where events.id = placed.id`);
    if (placed > 0) await tx.run(sql`select pg_notify(${newsChannel}, '')`);
    return placed;
  });
}

type Row = {
  position: number;
  name: string;
  merchant_id: string | null;
  announced_at: Date;
  details: Record<string, unknown>;
};

/** One batch for one listener; true when it heard anything, which may have announced more. */
async function catchUp(db: Db, listener: Listener, buryAfter: number, log: Log): Promise<boolean> {
  let current: Row | undefined;
  try {
    return await db.transaction(async (tx) => {
      const place = await tx.maybeOne<{ position: number; failures: number }>(sql`
        select position, failures from base.listeners
        where name = ${listener.name} and (retry_at is null or retry_at <= now())
        for update skip locked`);
      if (!place) return false;
      const size = place.failures > 0 ? 1 : batchSize; // after a failure one by one, so that only the bad one is blamed
      const rows = await tx.many<Row>(sql`
        select position, name, merchant_id, announced_at, details from base.events
        where position > ${place.position} and name in (${join([...listener.hears])})
        order by position limit ${size}`);
      for (const row of rows) {
        current = row;
        const { details, position, name, merchant_id, announced_at } = row;
        await listener.hear(tx, { ...details, position, name, merchant_id, announced_at });
      }
      const last = rows.at(-1);
      if (!last) return false;
      await tx.run(sql`
        update base.listeners set position = ${last.position}, failures = 0, retry_at = null where name = ${listener.name}`);
      return true;
    });
  } catch (error) {
    if (!current) throw error;
    await countFailure(db, listener, current, error, buryAfter, log);
    return true;
  }
}

/** Waits longer after each failure; past the last try the event is buried where it can be seen, and the rest go on. */
async function countFailure(
  db: Db,
  listener: Listener,
  row: Row,
  error: unknown,
  buryAfter: number,
  log: Log,
) {
  const reason = error instanceof Error ? error.message : String(error);
  log.error(
    { err: error, listener: listener.name, event: row.name, position: row.position },
    "a listener failed",
  );
  await db.transaction(async (tx) => {
    const { failures } = await tx.one<{ failures: number }>(sql`
      update base.listeners
      set failures = failures + 1, retry_at = now() + make_interval(secs => least(300, 0.5 * 2 ^ failures))
      where name = ${listener.name} returning failures`);
    if (failures < buryAfter) return;
    await tx.run(sql`
      insert into base.dead_letters (listener, event_name, merchant_id, details, reason)
      values (${listener.name}, ${row.name}, ${row.merchant_id}, ${JSON.stringify(row.details)}, ${reason})`);
    await tx.run(sql`
      update base.listeners set position = ${row.position}, failures = 0, retry_at = null where name = ${listener.name}`);
  });
}
