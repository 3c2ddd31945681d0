import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { countedAtMost, type Kind, type Level, levelByKind } from "../contract/kinds.ts";

/** The only file that writes the module's tables. */

export type NotificationRecord = Row<"notifications.notifications">;

export type NewNotification = {
  kind: Kind;
  subject: string;
  amount_halalas?: number;
  day?: string | null;
};

/**
 * Writes a notification, or counts it with the unread one of the same kind and subject. False when its kind is muted, or
 * the event at `position` was told before.
 */
export async function insertNotification(
  { tx, actor }: Context,
  {
    id,
    position,
    happenedAt,
    kind,
    subject,
    amount_halalas = undefined,
    day = null,
  }: NewNotification & {
    id: string;
    position: number;
    happenedAt: Date;
  },
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into notifications.notifications as told
      (merchant_id, id, kind, level, subject, position, amount_halalas, day, happened_at)
    select ${actor.merchantId}, ${id}, ${kind}, ${levelByKind[kind]}, ${subject}, ${position}::bigint,
      ${amount_halalas ?? null}::bigint, ${day}::date, ${happenedAt}::timestamptz
    where not exists (
        select from notifications.muted_kinds where merchant_id = ${actor.merchantId} and kind = ${kind})
      and not exists (
        select from notifications.notifications
        where merchant_id = ${actor.merchantId} and position = ${position}::bigint)
    on conflict (merchant_id, kind, subject) where read_at is null do update
      set position = excluded.position, amount_halalas = excluded.amount_halalas, day = excluded.day,
        happened_at = excluded.happened_at, times = told.times + 1
      where told.position < excluded.position`);
  return written === 1;
}

type Page = {
  after?: string | undefined;
  size: number;
  level?: Level | undefined;
  isUnread: boolean;
};

/** Newest first. */
export function listNotifications(
  { db, actor }: ReadContext,
  { after, size, level, isUnread }: Page,
): Promise<NotificationRecord[]> {
  return db.many(sql`
    select * from notifications.notifications where merchant_id = ${actor.merchantId}
      ${after === undefined ? empty : sql`and position < ${Number(after)}`}
      ${level === undefined ? empty : sql`and level = ${level}`}
      ${isUnread ? sql`and read_at is null` : empty}
    order by position desc limit ${size}`);
}

/** At most `countedAtMost`, so that the count reads as little with 100,000 unread as with a hundred. */
export async function countUnread({ db, actor }: ReadContext): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select 1 from notifications.notifications
      where merchant_id = ${actor.merchantId} and read_at is null limit ${countedAtMost}
    ) counted`);
  return unread;
}

/** False when the merchant has no such notification. */
export async function saveRead({ tx, actor, now }: Context, id: string): Promise<boolean> {
  const saved = await tx.run(sql`
    update notifications.notifications set read_at = coalesce(read_at, ${now}::timestamptz)
    where merchant_id = ${actor.merchantId} and id = ${id}`);
  return saved === 1;
}

export const saveAllRead = ({ tx, actor, now }: Context): Promise<number> =>
  tx.run(sql`
    update notifications.notifications set read_at = ${now}
    where merchant_id = ${actor.merchantId} and read_at is null`);

export const listMutedKinds = ({ db, actor }: ReadContext): Promise<{ kind: string }[]> =>
  db.many(sql`select kind from notifications.muted_kinds where merchant_id = ${actor.merchantId}`);

export async function saveMuted(
  { tx, actor }: Context,
  { kind, isMuted }: { kind: Kind; isMuted: boolean },
): Promise<void> {
  await tx.run(
    isMuted
      ? sql`insert into notifications.muted_kinds (merchant_id, kind) values (${actor.merchantId}, ${kind})
          on conflict (merchant_id, kind) do nothing`
      : sql`delete from notifications.muted_kinds where merchant_id = ${actor.merchantId} and kind = ${kind}`,
  );
}

/** Deletes the oldest that are past their retention; how many there were. */
export const deleteOld = (db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> =>
  db.run(sql`
    delete from notifications.notifications where (merchant_id, id) in (
      select merchant_id, id from notifications.notifications
      where happened_at < ${before} order by happened_at limit ${limit})`);
