import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";

export type MediaRecord = {
  id: string;
  merchant_id: string;
  kind: MediaKind;
  mime: string;
  file_name: string;
  bytes: number;
  width: number;
  height: number;
  /** Videos only. */
  seconds: number | null;
  sha256: string;
  storage_key: string;
  thumbnail_key: string;
  created_at: Date;
};

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
