import type { Context, ReadContext } from "#base/server/context.ts";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { defaultGraceMinutes } from "../contract/enums.ts";

/** The only file that writes `campaigns.store_watch`: since when a store is closed, and when its campaigns are paused. */

type StoreWatch = Row<"campaigns.store_watch">;

export function listStoreWatches({ db, actor }: ReadContext): Promise<StoreWatch[]> {
  return db.many(sql`
    select merchant_id, store_id, grace_minutes, closed_since, pause_at from campaigns.store_watch
    where merchant_id = ${actor.merchantId} order by store_id`);
}

/** The grace begins; a store that was closed already keeps the time since when it is. */
export async function recordStoreClosed({ tx, actor, now }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    insert into campaigns.store_watch as watch (merchant_id, store_id, grace_minutes, closed_since, pause_at)
    values (${actor.merchantId}, ${storeId}, ${defaultGraceMinutes}, ${now},
      ${now}::timestamptz + make_interval(mins => ${defaultGraceMinutes}::int))
    on conflict (merchant_id, store_id) do update set closed_since = excluded.closed_since,
      pause_at = excluded.closed_since + make_interval(mins => watch.grace_minutes)
    where watch.closed_since is null`);
}

export async function recordStoreOpen({ tx, actor }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.store_watch set closed_since = null, pause_at = null
    where merchant_id = ${actor.merchantId} and store_id = ${storeId} and closed_since is not null`);
}

/** Its campaigns are paused. */
export async function recordStorePaused({ tx, actor }: Context, storeId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.store_watch set pause_at = null
    where merchant_id = ${actor.merchantId} and store_id = ${storeId}`);
}

/** The minutes before, or undefined when they were never set. A grace that is running ends by the new number. */
export async function saveGrace(
  { tx, actor }: Context,
  { storeId, minutes }: { storeId: string; minutes: number },
): Promise<number | undefined> {
  const before = await tx.maybeOne<Pick<StoreWatch, "grace_minutes">>(sql`
    select grace_minutes from campaigns.store_watch
    where merchant_id = ${actor.merchantId} and store_id = ${storeId} for update`);
  await tx.run(sql`
    insert into campaigns.store_watch (merchant_id, store_id, grace_minutes)
    values (${actor.merchantId}, ${storeId}, ${minutes})
    on conflict (merchant_id, store_id) do update set grace_minutes = excluded.grace_minutes,
      pause_at = case when store_watch.pause_at is not null
        then store_watch.closed_since + make_interval(mins => excluded.grace_minutes) end`);
  return before?.grace_minutes;
}

/** A store of any merchant whose grace is over, locked; undefined when there is none. */
export function lockDueStore(
  tx: Tx,
  now: Date,
): Promise<Pick<StoreWatch, "merchant_id" | "store_id"> | undefined> {
  return tx.maybeOne(sql`
    select merchant_id, store_id from campaigns.store_watch where pause_at <= ${now}
    order by pause_at limit 1 for update skip locked`);
}
