import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** `seconds` is set for videos only. */
export type MediaRecord = Row<"creative.media">;

/** The merchant's file; another merchant's is not found. */
export function findMedia({ db, actor }: ReadContext, mediaId: string): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`select * from creative.media where id = ${mediaId} and merchant_id = ${actor.merchantId}`,
  );
}

/** The merchant's file with these bytes. */
export function findMediaBySha256(
  { db, actor }: ReadContext,
  sha256: string,
): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`select * from creative.media where merchant_id = ${actor.merchantId} and sha256 = ${sha256}`,
  );
}

/** One page of the merchant's files, newest first. */
export async function listMedia(
  { db, actor }: ReadContext,
  { page, size }: { page: number; size: number },
): Promise<{ items: MediaRecord[]; total: number }> {
  const items = await db.many<MediaRecord>(sql`
    select * from creative.media where merchant_id = ${actor.merchantId}
    order by id desc limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from creative.media where merchant_id = ${actor.merchantId}`,
  );
  return { items, total };
}

type NewMedia = Omit<MediaRecord, "merchant_id" | "created_at">;

export function insertMedia({ tx, actor, now }: Context, media: NewMedia): Promise<MediaRecord> {
  return tx.one<MediaRecord>(sql`
    insert into creative.media (id, merchant_id, kind, mime, file_name, bytes, width, height, seconds, sha256,
      storage_key, thumbnail_key, created_at)
    values (${media.id}, ${actor.merchantId}, ${media.kind}, ${media.mime}, ${media.file_name}, ${media.bytes},
      ${media.width}, ${media.height}, ${media.seconds}, ${media.sha256}, ${media.storage_key},
      ${media.thumbnail_key}, ${now})
    returning *`);
}

/** Makes the merchant's usage row when there is none, and locks it until the transaction ends. */
export async function lockUsage({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`
    insert into creative.usage as u (merchant_id, stored_bytes) values (${actor.merchantId}, 0)
    on conflict (merchant_id) do update set stored_bytes = u.stored_bytes`);
}

/** Adds to the bytes that the merchant keeps, and returns how many these are now. */
export async function addStoredBytes({ tx, actor }: Context, bytes: number): Promise<number> {
  const { stored_bytes } = await tx.one<Row<"creative.usage", "stored_bytes">>(sql`
    update creative.usage set stored_bytes = stored_bytes + ${bytes} where merchant_id = ${actor.merchantId}
    returning stored_bytes`);
  return stored_bytes;
}

/** How much the merchant's files take, in bytes. */
export async function findStoredBytes({ db, actor }: ReadContext): Promise<number> {
  const usage = await db.maybeOne<Row<"creative.usage", "stored_bytes">>(sql`
    select stored_bytes from creative.usage where merchant_id = ${actor.merchantId}`);
  return usage?.stored_bytes ?? 0;
}
