import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { maySee } from "../contract/audience.ts";
import { kinds as allKinds, countedAtMost, type Kind, type Level, levelByKind } from "../contract/kinds.ts";
import type { Recipient } from "./channel-settings.store.ts";

/** The only file that writes `notifications.notifications`, `read_marks` and `weekly_notes`. */

export type NotificationRecord = Row<"notifications.notifications"> & { is_read: boolean };

export type NewNotification = {
  kind: Kind;
  subject: string;
  /** The one person whom it concerns; without it everybody of the team who may see its kind. */
  to?: string;
  amount_halalas?: number;
  wasted_halalas?: number;
  campaigns?: number;
  day?: string | null;
  advice?: string;
};

type Placed = NewNotification & {
  id: string;
  personId: string;
  position: number;
  /** System clock. */
  happenedAt: Date;
  /** It was no news when it was written. */
  isRead: boolean;
};

/**
 * Writes a person's notification, or counts it with their unread one of the same kind and subject. False when they were
 * told the event at `position` before.
 */
export async function insertNotification(ctx: Context, input: Placed): Promise<boolean> {
  const { tx, actor } = ctx;
  const { id, personId, position, happenedAt, kind, subject, isRead } = input;
  await settleRead(ctx, { personId, kind, subject });
  const written = await tx.run(sql`
    insert into notifications.notifications as known
      (merchant_id, id, person_id, kind, level, subject, position, amount_halalas, wasted_halalas, campaigns, day, advice,
        happened_at, read_at)
    select ${actor.merchantId}, ${id}, ${personId}, ${kind}, ${levelByKind[kind]}, ${subject}, ${position}::bigint,
      ${input.amount_halalas ?? null}::bigint, ${input.wasted_halalas ?? null}::bigint,
      ${input.campaigns ?? null}::integer, ${input.day ?? null}::date, ${input.advice ?? null},
      ${happenedAt}::timestamptz, ${isRead ? happenedAt : null}::timestamptz
    where not exists (
      select from notifications.notifications
      where merchant_id = ${actor.merchantId} and person_id = ${personId} and position = ${position}::bigint)
    on conflict (merchant_id, person_id, kind, subject) where read_at is null do update
      set position = excluded.position, amount_halalas = excluded.amount_halalas,
        wasted_halalas = excluded.wasted_halalas, campaigns = excluded.campaigns, day = excluded.day,
        advice = excluded.advice, happened_at = excluded.happened_at, times = known.times + 1
      where known.position < excluded.position`);
  return written === 1;
}

/** One that a mark made read gets its own time, so that a new one of its kind and subject is not counted with it. */
async function settleRead(
  { tx, actor }: Context,
  { personId, kind, subject }: Pick<Placed, "personId" | "kind" | "subject">,
): Promise<void> {
  await tx.run(sql`
    update notifications.notifications set read_at = mark.read_at from notifications.read_marks mark
    where notifications.merchant_id = ${actor.merchantId} and notifications.person_id = ${personId}
      and kind = ${kind} and subject = ${subject} and notifications.read_at is null
      and mark.merchant_id = notifications.merchant_id and mark.person_id = notifications.person_id
      and notifications.position <= mark.position`);
}

/** Events up to this position are older than notifications in this installation. */
export async function loadStart(db: Db): Promise<number> {
  const { position } = await db.one<{ position: number }>(sql`
    select coalesce(max(position), 0)::bigint as position from notifications.start`);
  return position;
}

/** Whose notifications are read, and which kinds they may see at this moment; `all` where nothing is hidden. */
export type Reader = { personId: string; kinds: readonly Kind[] | "all" };

/** What somebody with these abilities may see of their notifications. */
export function toReader({ personId, abilities }: Recipient): Reader {
  const seen = allKinds.filter((kind) => maySee(abilities, kind));
  return { personId, kinds: seen.length === allKinds.length ? "all" : seen };
}

/** Up to where all is read. */
const whereRead = (merchantId: string, personId: string) => sql`
  coalesce((
    select position from notifications.read_marks
    where merchant_id = ${merchantId} and person_id = ${personId}), 0)`;

/** A person's, of the kinds that they may see: a role may have become smaller since. */
const ofReader = (merchantId: string, { personId, kinds }: Reader) => sql`
  merchant_id = ${merchantId} and person_id = ${personId}
  ${kinds === "all" ? empty : sql`and kind = any(${[...kinds]}::text[])`}`;

type Page = {
  after?: string | undefined;
  size: number;
  level?: Level | undefined;
  isUnread: boolean;
};

/** Newest first. */
export function listNotifications(
  { db, actor }: ReadContext,
  reader: Reader,
  { after, size, level, isUnread }: Page,
): Promise<NotificationRecord[]> {
  const mark = whereRead(actor.merchantId, reader.personId);
  return db.many(sql`
    select *, read_at is not null or position <= ${mark} as is_read from notifications.notifications
    where ${ofReader(actor.merchantId, reader)}
      ${after === undefined ? empty : sql`and position < ${Number(after)}`}
      ${level === undefined ? empty : sql`and level = ${level}`}
      ${isUnread ? sql`and read_at is null and position > ${mark}` : empty}
    order by position desc limit ${size}`);
}

/** At most `countedAtMost`, so that the count reads as little with 100,000 unread as with a hundred. */
export async function countUnread({ db, actor }: ReadContext, reader: Reader): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select 1 from notifications.notifications
      where ${ofReader(actor.merchantId, reader)} and read_at is null
        and position > ${whereRead(actor.merchantId, reader.personId)}
      limit ${countedAtMost}
    ) counted`);
  return unread;
}

/** False when the person has no such notification. */
export async function saveRead(
  { tx, actor, now }: Context,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const saved = await tx.run(sql`
    update notifications.notifications set read_at = coalesce(read_at, ${now}::timestamptz)
    where merchant_id = ${actor.merchantId} and person_id = ${personId} and id = ${id}`);
  return saved === 1;
}

type TextOutcome = { personId: string; position: number; outcome: "queued" | "over_limit" | "no_stock" };

/** What became of the text about the event at `position`; nothing where the kind is not shown in the app. */
export async function saveTextOutcome(
  { tx, actor }: Context,
  { personId, position, outcome }: TextOutcome,
): Promise<void> {
  await tx.run(sql`
    update notifications.notifications set text_outcome = ${outcome}
    where merchant_id = ${actor.merchantId} and person_id = ${personId} and position = ${position}`);
}

/** All that is there now is read: one row, however many they are. */
export async function saveAllRead({ tx, actor, now }: Context, personId: string): Promise<void> {
  await tx.run(sql`
    insert into notifications.read_marks as mark (merchant_id, person_id, position, read_at)
    select ${actor.merchantId}, ${personId}, position, ${now}::timestamptz from notifications.notifications
    where merchant_id = ${actor.merchantId} and person_id = ${personId} order by position desc limit 1
    on conflict (merchant_id, person_id) do update set position = excluded.position, read_at = excluded.read_at
      where mark.position < excluded.position`);
}

/** All that somebody had here who is no member any more. */
export async function deleteOfPerson({ tx, actor }: Context, personId: string): Promise<void> {
  await tx.run(sql`
    delete from notifications.notifications where merchant_id = ${actor.merchantId} and person_id = ${personId}`);
  await tx.run(sql`
    delete from notifications.read_marks where merchant_id = ${actor.merchantId} and person_id = ${personId}`);
}

/** Deletes the oldest that are past their retention; how many there were. */
export const deleteOld = (db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> =>
  db.run(sql`
    delete from notifications.notifications where (merchant_id, id) in (
      select merchant_id, id from notifications.notifications
      where happened_at < ${before} order by happened_at limit ${limit})`);

/** False when the merchant has had the note of this week. */
export async function insertWeeklyNote({ tx, actor }: Context, week: string): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into notifications.weekly_notes (merchant_id, week) values (${actor.merchantId}, ${week})
    on conflict do nothing`);
  return inserted === 1;
}

/** Those of the merchants who have had the note of this week. */
export async function listNoted(db: Db, week: string, merchantIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from notifications.weekly_notes
    where week = ${week} and merchant_id = any(${[...merchantIds]}::text[])`);
  return new Set(rows.map(({ merchant_id }) => merchant_id));
}

export const deleteOldWeeks = (db: Db, before: string): Promise<number> =>
  db.run(sql`delete from notifications.weekly_notes where week < ${before}`);
