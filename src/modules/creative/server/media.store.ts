import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold } from "#base/shared/fold.ts";

/** A merchant's file. `seconds` is set for videos only; `uses` counts the ads that show it. */
export type MediaRecord = Row<"creative.media"> & { uses: number };

/** The files with their uses; conditions name their columns by `m`. */
export const mediaWithUses = sql`
  select m.*, (select count(*)::int from creative.media_uses u where u.media_id = m.id) as uses
  from creative.media m`;

/** The merchant's file; another merchant's is not found. */
export function findMedia({ db, actor }: ReadContext, mediaId: string): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`${mediaWithUses} where m.id = ${mediaId} and m.merchant_id = ${actor.merchantId}`,
  );
}

/** The merchant's files with these ids; those of others are left out. */
export function listMediaByIds({ db, actor }: ReadContext, ids: readonly string[]): Promise<MediaRecord[]> {
  return db.many<MediaRecord>(
    sql`${mediaWithUses} where m.merchant_id = ${actor.merchantId} and m.id = any(${[...ids]}::text[])`,
  );
}

/** The merchant's file with these bytes. */
export function findMediaBySha256(
  { db, actor }: ReadContext,
  sha256: string,
): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`${mediaWithUses} where m.merchant_id = ${actor.merchantId} and m.sha256 = ${sha256}`,
  );
}

export type NewMedia = Omit<
  MediaRecord,
  "merchant_id" | "created_at" | "name_folded" | "poster_seconds" | "uses"
>;

export function insertMedia({ tx, actor, now }: Context, media: NewMedia): Promise<MediaRecord> {
  return tx.one<MediaRecord>(sql`
    insert into creative.media (id, merchant_id, kind, mime, file_name, name_folded, bytes, width, height, seconds,
      sha256, storage_key, thumbnail_key, created_at)
    values (${media.id}, ${actor.merchantId}, ${media.kind}, ${media.mime}, ${media.file_name},
      ${fold(media.file_name)}, ${media.bytes}, ${media.width}, ${media.height}, ${media.seconds}, ${media.sha256},
      ${media.storage_key}, ${media.thumbnail_key}, ${now})
    returning *, 0 as uses`);
}

/** The merchant's file, locked: no ad begins to show it meanwhile. */
export function lockMedia(
  { tx, actor }: Context,
  mediaId: string,
): Promise<Omit<MediaRecord, "uses"> | undefined> {
  return tx.maybeOne(sql`
    select * from creative.media where merchant_id = ${actor.merchantId} and id = ${mediaId} for update`);
}

export async function setMediaName({ tx, actor }: Context, mediaId: string, name: string): Promise<void> {
  await tx.run(sql`
    update creative.media set file_name = ${name}, name_folded = ${fold(name)}
    where merchant_id = ${actor.merchantId} and id = ${mediaId}`);
}

/** Gives a video the thumbnail made of its frame at that second. */
export async function setPoster(
  { tx, actor }: Context,
  mediaId: string,
  { key, seconds }: { key: string; seconds: number },
): Promise<void> {
  await tx.run(sql`
    update creative.media set thumbnail_key = ${key}, poster_seconds = ${seconds}
    where merchant_id = ${actor.merchantId} and id = ${mediaId}`);
}

export async function deleteMediaRow({ tx, actor }: Context, mediaId: string): Promise<void> {
  await tx.run(sql`delete from creative.media where merchant_id = ${actor.merchantId} and id = ${mediaId}`);
}
