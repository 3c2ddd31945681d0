import type { Context, ReadContext } from "../context.ts";
import { type Db, sql } from "../db/db.ts";

/** An upload in parts. Its times are the system's: a connection is lost in real time. */
export type UploadRecord = {
  id: string;
  call: string;
  bytes: number;
  received_bytes: number;
  /** The Upload-Metadata header. */
  metadata: string;
  result: unknown;
  expires_at: Date;
  is_expired: boolean;
};

/** A request that holds an upload renews its lease; when its process is killed, the next may take it after this time. */
const leaseSeconds = 8;
/** Unfinished uploads of a merchant by one call; a further one discards the oldest. */
const maxUnfinished = 10;

type NewUpload = { id: string; call: string; bytes: number; metadata: string; hours: number };

/** Records an upload of which nothing has arrived; returns when it expires. */
export async function insertUpload({ tx, actor }: Context, upload: NewUpload): Promise<Date> {
  const { expires_at } = await tx.one<{ expires_at: Date }>(sql`
    insert into base.uploads (merchant_id, id, call, bytes, metadata, expires_at)
    values (${actor.merchantId}, ${upload.id}, ${upload.call}, ${upload.bytes}, ${upload.metadata},
      now() + make_interval(hours => ${upload.hours}))
    returning expires_at`);
  return expires_at;
}

/** The merchant's upload by this call; another merchant's is not found. */
export function findUpload(
  { db, actor }: ReadContext,
  { id, call }: { id: string; call: string },
): Promise<UploadRecord | undefined> {
  return db.maybeOne<UploadRecord>(sql`
    select id, call, bytes, received_bytes, metadata, result, expires_at, expires_at <= now() as is_expired
    from base.uploads where merchant_id = ${actor.merchantId} and id = ${id} and call = ${call}`);
}

/** Takes the upload for one request, if it stands at this offset, is unfinished, and no other request holds it. */
export async function leaseUpload({ db, actor }: ReadContext, id: string, offset: number): Promise<boolean> {
  const count = await db.run(sql`
    update base.uploads set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where merchant_id = ${actor.merchantId} and id = ${id} and received_bytes = ${offset} and result is null
      and (leased_until is null or leased_until <= now())`);
  return count > 0;
}

/** The request goes on holding the upload. */
export async function renewLease({ db, actor }: ReadContext, id: string): Promise<void> {
  await db.run(sql`
    update base.uploads set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where merchant_id = ${actor.merchantId} and id = ${id} and leased_until is not null`);
}

/** Counts bytes that were stored from an offset on; false when another request has counted there meanwhile. */
export async function addReceivedBytes(
  { db, actor }: ReadContext,
  id: string,
  { from, bytes }: { from: number; bytes: number },
): Promise<boolean> {
  const count = await db.run(sql`
    update base.uploads set received_bytes = received_bytes + ${bytes}
    where merchant_id = ${actor.merchantId} and id = ${id} and received_bytes = ${from}`);
  return count > 0;
}

/** Lets another request take the upload. */
export async function releaseUpload({ db, actor }: ReadContext, id: string): Promise<void> {
  await db.run(sql`
    update base.uploads set leased_until = null where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export async function recordResult({ db, actor }: ReadContext, id: string, result: unknown): Promise<void> {
  await db.run(sql`
    update base.uploads set result = ${JSON.stringify(result)}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export async function deleteUpload(
  db: Db,
  { merchant_id, id }: { merchant_id: string; id: string },
): Promise<void> {
  await db.run(sql`delete from base.uploads where merchant_id = ${merchant_id} and id = ${id}`);
}

/** Makes place for a new upload: the merchant's oldest unfinished ones beyond the limit expire. */
export async function expireOldest({ tx, actor }: Context, call: string): Promise<void> {
  await tx.run(sql`
    update base.uploads set expires_at = now()
    where merchant_id = ${actor.merchantId} and call = ${call} and result is null and expires_at > now()
      and (leased_until is null or leased_until <= now()) and id not in (
        select id from base.uploads
        where merchant_id = ${actor.merchantId} and call = ${call} and result is null and expires_at > now()
        order by id desc limit ${maxUnfinished - 1})`);
}

/** Expired uploads of any merchant that no request holds. */
export function listExpired(
  db: Db,
  { call, limit }: { call: string; limit: number },
): Promise<{ merchant_id: string; id: string }[]> {
  return db.many<{ merchant_id: string; id: string }>(sql`
    select merchant_id, id from base.uploads
    where call = ${call} and expires_at <= now() and (leased_until is null or leased_until <= now())
    order by expires_at limit ${limit}`);
}

/** An upload that may still be continued. */
type UnfinishedUpload = Pick<UploadRecord, "id" | "bytes" | "received_bytes" | "metadata" | "expires_at">;

/** The merchant's uploads by this call that may still be continued, the newest first; few, because old ones expire. */
export function listUnfinishedUploads({ db, actor }: ReadContext, call: string): Promise<UnfinishedUpload[]> {
  return db.many<UnfinishedUpload>(sql`
    select id, bytes, received_bytes, metadata, expires_at from base.uploads
    where merchant_id = ${actor.merchantId} and call = ${call} and result is null and expires_at > now()
    order by id desc`);
}
