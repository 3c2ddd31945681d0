import { type ConsentChannel, type ConsentPurpose, consentTexts } from "../shared/consent-purposes.ts";
import { systemClock } from "./clock.ts";
import type { Context, ReadContext } from "./context.ts";
import { empty, sql } from "./db/db.ts";
import type { Row } from "./db/row.ts";

export type ConsentInput = {
  purpose: ConsentPurpose;
  isGiven: boolean;
  channel: ConsentChannel;
  /** What it is about, where it is about one thing: an order's id. */
  subject?: string;
  /** The version of a text that is kept elsewhere; without it that of `consentTexts`. */
  textVersion?: string | null;
};
export type ConsentEntry = Row<
  "base.consents",
  "id" | "is_given" | "text_version" | "channel" | "subject" | "actor_kind" | "recorded_at"
> & { purpose: ConsentPurpose };

/** Writes who agreed to what or took it back, in which version of its text, in the transaction in which it takes effect. */
export async function recordConsent(
  { tx, actor }: Context,
  { purpose, isGiven, channel, subject = "", textVersion }: ConsentInput,
): Promise<void> {
  const { merchantId, by } = actor;
  await tx.run(sql`
    insert into base.consents
      (merchant_id, purpose, is_given, text_version, channel, subject, actor_kind, actor_id, recorded_at)
    values (${merchantId}, ${purpose}, ${isGiven}, ${textVersion ?? consentTexts[purpose]}, ${channel}, ${subject}, ${by.kind}, ${by.id},
      ${systemClock.now()})`);
}

/** The merchant's log, newest first; `before` is the last id of the page before. */
export const listConsents = (
  { db, actor }: ReadContext,
  { before, size }: { before?: number | undefined; size: number },
): Promise<ConsentEntry[]> =>
  db.many(sql`
    select id, purpose, is_given, text_version, channel, subject, actor_kind, recorded_at from base.consents
    where merchant_id = ${actor.merchantId} ${before === undefined ? empty : sql`and id < ${before}`}
    order by id desc limit ${size}`);

/** Whether the merchant's last word about this was a yes, and when; null when nothing was said. */
export async function findConsent(
  { db, actor }: ReadContext,
  purpose: ConsentPurpose,
): Promise<{ is_given: boolean; recorded_at: Date } | null> {
  const row = await db.maybeOne<{ is_given: boolean; recorded_at: Date }>(sql`
    select is_given, recorded_at from base.consents
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} order by id desc limit 1`);
  return row ?? null;
}
