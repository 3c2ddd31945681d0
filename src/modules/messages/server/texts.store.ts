import type { ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { TextChannel, TextFailure, TextState } from "../contract/enums.ts";

/** The only file that writes `messages.texts`. `at` and `now` are the system clock. */

export type TextRow = Omit<Row<"messages.texts">, "params"> & { params: Record<string, string> | null };
export type NewTextRow = Pick<
  TextRow,
  | "id"
  | "key"
  | "channel"
  | "stands_in_for"
  | "to_number"
  | "template"
  | "language"
  | "params"
  | "link_path"
  | "sealed_code"
  | "is_urgent"
  | "is_exempt"
  | "expires_at"
  | "retry_at"
>;

/** False when the key was used before: nothing is written then. */
export async function insertText(tx: Tx, merchantId: string, text: NewTextRow, at: Date): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into messages.texts (merchant_id, id, key, channel, stands_in_for, to_number, template, language, params,
      link_path, sealed_code, is_urgent, is_exempt, expires_at, retry_at, queued_at)
    values (${merchantId}, ${text.id}, ${text.key}, ${text.channel}, ${text.stands_in_for}, ${text.to_number},
      ${text.template}, ${text.language}, ${JSON.stringify(text.params)}::jsonb, ${text.link_path},
      ${text.sealed_code}, ${text.is_urgent}, ${text.is_exempt}, ${text.expires_at}, ${text.retry_at}, ${at})
    on conflict on constraint texts_key do nothing`);
  return inserted > 0;
}

/** How many texts the merchant was sent since then, those still waiting included and exempt ones not. */
export async function countTextsSince({ db, actor }: ReadContext, since: Date): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from messages.texts
    where merchant_id = ${actor.merchantId} and not is_exempt and queued_at >= ${since}`);
  return n;
}

export type TextProgress = {
  key: string;
  /** The channel it went by: `sms` where WhatsApp could not deliver it. */
  channel: TextChannel;
  state: TextState;
  failure: TextFailure | null;
};

/** How far the messages of these keys are; an SMS that stands in for one speaks for it. */
export function findTexts({ db, actor }: ReadContext, keys: readonly string[]): Promise<TextProgress[]> {
  return db.many<TextProgress>(sql`
    select one.key, coalesce(sms.channel, one.channel) as channel, coalesce(sms.state, one.state) as state,
      case when sms.id is null then one.failure else sms.failure end as failure
    from messages.texts one
    left join messages.texts sms
      on sms.merchant_id = one.merchant_id and sms.key = one.key || ':sms' and sms.stands_in_for = one.id
    where one.merchant_id = ${actor.merchantId} and one.key = any(${keys}::text[])`);
}

export type TextRef = { merchantId: string; textId: string };

/**
 * Takes the texts of a channel that are due, until `leaseUntil`: what people wait for first, then the oldest. One that is
 * `sending` already has an attempt whose outcome nobody recorded: it counts as unknown.
 */
export function claimTexts(
  db: Db,
  { channel, now, leaseUntil, limit }: { channel: TextChannel; now: Date; leaseUntil: Date; limit: number },
): Promise<TextRow[]> {
  return db.many<TextRow>(sql`
    update messages.texts set state = 'sending', attempts = attempts + 1, retry_at = ${leaseUntil},
      unknown_attempts = unknown_attempts + (state = 'sending')::int
    where (merchant_id, id) in (
      select merchant_id, id from messages.texts
      where channel = ${channel} and state in ('queued', 'sending') and retry_at <= ${now}
      order by is_urgent desc, retry_at limit ${limit} for update skip locked)
    returning *`);
}

/** When the next text of a channel may be taken; undefined when none waits. */
export async function findNextDue(db: Db, channel: TextChannel): Promise<Date | undefined> {
  const { at } = await db.one<{ at: Date | null }>(sql`
    select min(retry_at) as at from messages.texts where channel = ${channel} and state in ('queued', 'sending')`);
  return at ?? undefined;
}

type Advanced = Pick<TextRow, "key" | "state" | "parts" | "stands_in_for">;

/** An SMS that stands in for another text is reported under the key of that. */
export const toOwnKey = ({ key, stands_in_for }: Pick<TextRow, "key" | "stands_in_for">): string =>
  stands_in_for === null ? key : key.replace(/:sms$/, "");

/** The vendor accepted it. A report may have come before the answer: then its state stays. Returns it where that is news. */
export async function markTextSent(
  db: Db,
  { merchantId, textId }: TextRef,
  { providerId, parts = null, at }: { providerId: string; parts?: number | null; at: Date },
): Promise<Advanced | undefined> {
  const text = await db.maybeOne<Advanced>(sql`
    update messages.texts set state = case when state = 'sending' then 'sent' else state end,
      provider_id = ${providerId}, parts = ${parts}, sealed_code = null, sent_at = coalesce(sent_at, ${at})
    where merchant_id = ${merchantId} and id = ${textId} and state in ('sending', 'sent', 'delivered', 'read')
    returning key, state, parts, stands_in_for`);
  return text?.state === "sent" ? text : undefined;
}

/** The vendor's id of a text; null before it is known. */
export async function findProviderId(db: Db, { merchantId, textId }: TextRef): Promise<string | null> {
  const text = await db.maybeOne<Pick<TextRow, "provider_id">>(sql`
    select provider_id from messages.texts where merchant_id = ${merchantId} and id = ${textId}`);
  return text?.provider_id ?? null;
}

/** Returns the text where it had not ended before. */
export function markTextFailed(
  tx: Db,
  { merchantId, textId }: TextRef,
  failure: TextFailure,
  at: Date,
): Promise<TextRow | undefined> {
  return tx.maybeOne<TextRow>(sql`
    update messages.texts set state = 'failed', failure = ${failure}, failed_at = ${at}, sealed_code = null
    where merchant_id = ${merchantId} and id = ${textId} and state in ('queued', 'sending', 'sent')
    returning *`);
}

/** Certainly not sent: it waits for its next attempt. */
export async function postponeText(db: Db, { merchantId, textId }: TextRef, retryAt: Date): Promise<void> {
  await db.run(sql`
    update messages.texts set state = 'queued', retry_at = ${retryAt}
    where merchant_id = ${merchantId} and id = ${textId} and state = 'sending'`);
}

/**
 * What a report says, where it is further than what is known. A message that waits again was sent after all. Returns it
 * where it went on.
 */
export function advanceText(
  db: Db,
  { merchantId, textId }: TextRef,
  { state, providerId, at }: { state: "sent" | "delivered" | "read"; providerId: string; at: Date },
): Promise<Advanced | undefined> {
  const order = ["queued", "sending", "sent", "delivered", "read"];
  const before = order.slice(0, order.indexOf(state));
  return db.maybeOne<Advanced>(sql`
    update messages.texts set state = ${state}, provider_id = ${providerId}, sealed_code = null,
      sent_at = coalesce(sent_at, ${at}),
      delivered_at = case when ${state} in ('delivered', 'read') then coalesce(delivered_at, ${at}) end,
      read_at = case when ${state} = 'read' then ${at}::timestamptz end
    where merchant_id = ${merchantId} and id = ${textId} and state = any(${before}::text[])
    returning key, state, parts, stands_in_for`);
}

/** Wipes what filled the texts that were queued before then; returns how many. */
export function wipeTextParams(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  return db.run(sql`
    update messages.texts set params = null where (merchant_id, id) in (
      select merchant_id, id from messages.texts
      where params is not null and queued_at < ${before} order by queued_at limit ${limit})`);
}
