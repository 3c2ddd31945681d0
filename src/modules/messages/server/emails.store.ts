import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { EmailState } from "../contract/enums.ts";

export type EmailRow = Row<"messages.emails">;
type NewEmailRow = Pick<
  EmailRow,
  | "id"
  | "key"
  | "topic"
  | "subject_id"
  | "to_address"
  | "language"
  | "subject"
  | "body_text"
  | "body_html"
  | "sealed_code"
  | "unsubscribe_url"
  | "expires_at"
> & { picture: Buffer | null };

/** False when the key was used before: nothing is written then. `at` is the system clock, here and below. */
export async function insertEmail({ tx, actor }: Context, email: NewEmailRow, at: Date): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into messages.emails (merchant_id, id, key, topic, subject_id, to_address, language, subject, body_text,
      body_html, picture, sealed_code, unsubscribe_url, expires_at, retry_at, queued_at)
    values (${actor.merchantId}, ${email.id}, ${email.key}, ${email.topic}, ${email.subject_id}, ${email.to_address},
      ${email.language}, ${email.subject}, ${email.body_text}, ${email.body_html}, ${email.picture},
      ${email.sealed_code}, ${email.unsubscribe_url}, ${email.expires_at}, ${at}, ${at})
    on conflict on constraint emails_key do nothing`);
  return inserted > 0;
}

/** How many e-mails the merchant was sent since then, those still waiting included. */
export async function countEmailsSince({ db, actor }: ReadContext, since: Date): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from messages.emails
    where merchant_id = ${actor.merchantId} and queued_at >= ${since}`);
  return n;
}

export function findEmailState(
  { db, actor }: ReadContext,
  key: string,
): Promise<{ state: EmailState; finished_at: Date | null } | undefined> {
  return db.maybeOne(sql`
    select state, finished_at from messages.emails where merchant_id = ${actor.merchantId} and key = ${key}`);
}

export type EmailRef = { merchantId: string; emailId: string };

/**
 * Takes a message that may be sent now, until `leaseUntil`: nobody else takes it meanwhile. One that is `sending` already
 * has an attempt whose outcome nobody recorded, also when that killed its process: it counts as unknown.
 */
export function claimEmail(
  db: Db,
  { merchantId, emailId }: EmailRef,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<EmailRow | undefined> {
  return db.maybeOne<EmailRow>(sql`
    update messages.emails set state = 'sending', attempts = attempts + 1, retry_at = ${leaseUntil},
      unknown_attempts = unknown_attempts + (state = 'sending')::int
    where merchant_id = ${merchantId} and id = ${emailId} and state in ('queued', 'sending') and retry_at <= ${now}
    returning *`);
}

/** When a message that still waits may be taken; undefined when it has ended. */
export async function findRetryTime(db: Db, { merchantId, emailId }: EmailRef): Promise<Date | undefined> {
  const row = await db.maybeOne<{ retry_at: Date }>(sql`
    select retry_at from messages.emails
    where merchant_id = ${merchantId} and id = ${emailId} and state in ('queued', 'sending')`);
  return row?.retry_at;
}

export async function markSent(
  db: Db,
  { merchantId, emailId }: EmailRef,
  providerId: string,
  at: Date,
): Promise<void> {
  await db.run(sql`
    update messages.emails set state = 'sent', provider_id = ${providerId}, sealed_code = null, finished_at = ${at}
    where merchant_id = ${merchantId} and id = ${emailId} and state = 'sending'`);
}

export async function markFailed(
  db: Db,
  { merchantId, emailId }: EmailRef,
  failure: NonNullable<EmailRow["failure"]>,
  at: Date,
): Promise<void> {
  await db.run(sql`
    update messages.emails set state = 'failed', failure = ${failure}, sealed_code = null, finished_at = ${at}
    where merchant_id = ${merchantId} and id = ${emailId} and state = 'sending'`);
}

/** Certainly not sent: it waits for its next attempt. */
export async function postponeEmail(db: Db, { merchantId, emailId }: EmailRef, retryAt: Date): Promise<void> {
  await db.run(sql`
    update messages.emails set state = 'queued', retry_at = ${retryAt}
    where merchant_id = ${merchantId} and id = ${emailId} and state = 'sending'`);
}

/** It may have been sent: it stays `sending`, and is sent again at `retryAt`. */
export async function markUnknown(db: Db, { merchantId, emailId }: EmailRef, retryAt: Date): Promise<void> {
  await db.run(sql`
    update messages.emails set retry_at = ${retryAt}
    where merchant_id = ${merchantId} and id = ${emailId} and state = 'sending'`);
}

/** Messages whose time passed without anybody taking them, oldest first: their jobs were lost. */
export function listOverdue(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<Pick<EmailRow, "merchant_id" | "id">[]> {
  return db.many(sql`
    select merchant_id, id from messages.emails
    where state in ('queued', 'sending') and retry_at < ${before} order by retry_at limit ${limit}`);
}

/** Wipes what was written to the reader, of messages that ended before then; returns how many. */
export function wipeBodies(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  return db.run(sql`
    update messages.emails set body_text = null, body_html = null, picture = null
    where (merchant_id, id) in (
      select merchant_id, id from messages.emails
      where body_text is not null and finished_at < ${before} order by finished_at limit ${limit})`);
}
