import { type Db, prepared, sql, type Tx } from "./db/db.ts";
import type { Row } from "./db/row.ts";

/** The PostgreSQL channel on which every process learns that events got positions. */
export const eventsChannel = "rawaj_events";

/** Events, their positions and lanes, and the subscriptions' cursors: one for each lane. */

/** A lane's events are handled one after the other, those of a merchant always in one lane. */
const laneCount = 16;
/** Positions are assigned faster than subscriptions work: a reader by position does not wait for them. */
const positionBatchSize = 2_000;
const relayLock = 7_204_412;

/** Where new events are: their name and lane. */
export type EventPlace = { name: string; lane: number };

export type EventRow = Row<"base.events", "name" | "merchant_id" | "published_at" | "traceparent"> & {
  position: number;
  details: Record<string, unknown>;
};

type Named = { name: string; events: readonly string[] };

export async function registerSubscriptions(db: Db, subscriptions: readonly Named[]) {
  await db.run(sql`
    insert into base.subscriptions (name, lane)
    select name, lane from unnest(${subscriptions.map(({ name }) => name)}::text[]) as known (name),
      generate_series(0, ${laneCount - 1}::int) lane
    on conflict do nothing`);
}

/**
 * Assigns positions and lanes to committed events, and tells all processes. One process at a time: readers by position
 * never miss one that is committed later. `hasMore`: more wait, or another process is at it.
 */
export async function assignPositions(db: Db): Promise<{ places: EventPlace[]; hasMore: boolean }> {
  return db.transaction(async (tx) => {
    const { isAcquired } = await tx.one<{ isAcquired: boolean }>(
      prepared("base.relay_lock", sql`select pg_try_advisory_xact_lock(${relayLock}) as "isAcquired"`),
    );
    if (!isAcquired) return { places: [], hasMore: true };
    const assigned = await tx.many<EventPlace & { count: number }>(
      prepared(
        "base.assign_positions",
        sql`
          with placed as (
            update base.events
            set position = waiting.position, lane = hashtext(coalesce(merchant_id, details ->> 'job', '')) & ${laneCount - 1}::int
            from (
              select id, nextval('base.event_positions') as position
              from (select id from base.events where position is null order by id limit ${positionBatchSize}) unplaced
            ) waiting
            where events.id = waiting.id and events.position is null
            returning events.name, events.lane
          )
          select name, lane, count(*)::int as count from placed group by name, lane`,
      ),
    );
    const count = assigned.reduce((sum, place) => sum + place.count, 0);
    if (count > 0) tx.defer(tx.run(notifyEvents()));
    return { places: assigned, hasMore: count >= positionBatchSize };
  });
}

const notifyEvents = () => prepared("base.notify_events", sql`select pg_notify(${eventsChannel}, '')`);

function listWanted(subscriptions: readonly Named[]) {
  const wanted = subscriptions.flatMap(({ name, events }) => events.map((event) => ({ name, event })));
  return sql`
    unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ event }) => event)}::text[]) as wanted (name, event)`;
}

/** Lanes of subscriptions for which events wait, and whose next try has come. */
export function findBehind(db: Db, subscriptions: readonly Named[]): Promise<EventPlace[]> {
  return db.many(
    prepared(
      "base.subscriptions_behind",
      sql`
        select distinct known.name, known.lane from ${listWanted(subscriptions)}
        join base.subscriptions known on known.name = wanted.name
        where (retry_at is null or retry_at <= now())
          and exists (select 1 from base.events
            where events.name = wanted.event and events.lane = known.lane and events.position > known.position)`,
    ),
  );
}

/**
 * Ages in seconds: of the oldest event without a position, 0 when there is none, and of the oldest event that a
 * subscription has not handled, for those that have one.
 */
export async function findOldestUnhandled(
  db: Db,
  subscriptions: readonly Named[],
): Promise<{ unplaced: number; behind: { subscription: string; age: number }[] }> {
  const [{ age: unplaced }, behind] = await Promise.all([
    db.one<{ age: number }>(
      prepared(
        "base.oldest_unplaced",
        sql`
          select coalesce(extract(epoch from now() - (select published_at from base.events
            where position is null order by id limit 1)), 0)::float8 as age`,
      ),
    ),
    db.many<{ subscription: string; age: number }>(
      prepared(
        "base.oldest_unhandled",
        sql`
          select known.name as subscription, max(extract(epoch from now() - oldest.published_at))::float8 as age
          from ${listWanted(subscriptions)}
          join base.subscriptions known on known.name = wanted.name,
            lateral (select published_at from base.events
              where events.name = wanted.event and events.lane = known.lane and events.position > known.position
              order by position limit 1) oldest
          group by known.name`,
      ),
    ),
  ]);
  return { unplaced, behind };
}

/**
 * Moves the cursors of lanes for which nothing waits to the newest event. A lane whose events are rare would otherwise
 * keep all of history from being deleted.
 */
export async function restCursors(db: Db, subscriptions: readonly Named[]): Promise<void> {
  await db.run(sql`
    update base.subscriptions set position = newest.position
    from (select max(position) as position from base.events) newest
    where subscriptions.position < newest.position
      and name = any(${subscriptions.map(({ name }) => name)}::text[])
      and not exists (select 1 from ${listWanted(subscriptions)} join base.events on events.name = wanted.event
        where wanted.name = subscriptions.name and events.lane = subscriptions.lane
          and events.position > subscriptions.position)`);
}

type Cursor = Row<"base.subscriptions", "position" | "failures">;

/** The lane's cursor, locked; undefined while another process has it, and until its next try. */
export function lockCursor(tx: Tx, { name, lane }: EventPlace): Promise<Cursor | undefined> {
  return tx.maybeOne<Cursor>(
    prepared(
      "base.lock_subscription",
      sql`
        select position, failures from base.subscriptions
        where name = ${name} and lane = ${lane} and (retry_at is null or retry_at <= now())
        for update skip locked`,
    ),
  );
}

export function moveCursor(tx: Tx, { name, lane }: EventPlace, position: number): Promise<number> {
  return tx.run(
    prepared(
      "base.move_subscription",
      sql`
        update base.subscriptions set position = ${position}, failures = 0, retry_at = null
        where name = ${name} and lane = ${lane}`,
    ),
  );
}

/** Counts a failed try; the next waits longer each time. */
export function countFailure(tx: Tx, { name, lane }: EventPlace) {
  return tx.one<{ failures: number; retry_seconds: number }>(sql`
    update base.subscriptions
    set failures = failures + 1, retry_at = now() + make_interval(secs => least(300, 0.5 * 2 ^ failures))
    where name = ${name} and lane = ${lane}
    returning failures, extract(epoch from retry_at - now())::float8 as retry_seconds`);
}

export async function recordDeadLetter(tx: Tx, subscription: string, row: EventRow, reason: string) {
  await tx.run(sql`
    insert into base.dead_letters (subscription, event_name, merchant_id, details, reason)
    values (${subscription}, ${row.name}, ${row.merchant_id}, ${JSON.stringify(row.details)}, ${reason})`);
}

/** The lane's next events of these names, in order. Each name is read from its own place, however many others lie between. */
export function listEvents(
  tx: Tx,
  { names, lane, after, size }: { names: readonly string[]; lane: number; after: number; size: number },
): Promise<EventRow[]> {
  const next = sql`
    select event.* from unnest(${[...names]}::text[]) as wanted (name), lateral (
      select position, name, merchant_id, published_at, details, traceparent from base.events
      where events.name = wanted.name and lane = ${lane} and position > ${after}::bigint order by position limit ${size}::int
    ) event order by event.position limit ${size}::int`;
  return tx.many<EventRow>(prepared("base.next_events", next));
}
