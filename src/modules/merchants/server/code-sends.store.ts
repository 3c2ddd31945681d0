import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CodePurpose } from "../contract/enums.ts";
import type { Caller } from "../domain/caller.ts";
import type { CodeLimits, SendFacts } from "../domain/code-limits.ts";

/** Key of an advisory lock; no other code of this database uses it. */
const sendingLock = 7_204_402;

type SendRequest = { mobile: string; purpose: CodePurpose; caller: Caller; isKnown: boolean };

/**
 * Earlier sends, read under one lock for all sending: two requests cannot both be the last one allowed, on any number
 * of servers. Deciding takes a few milliseconds, and the ceilings keep it rare.
 */
export async function loadSendFacts(
  tx: Tx,
  { mobile, purpose, caller, isKnown }: SendRequest,
  { breaker, perNumberPerHour }: CodeLimits,
  now: Date,
): Promise<Omit<SendFacts, "lockedUntil">> {
  await tx.run(sql`select pg_advisory_xact_lock(${sendingLock})`);
  const { address, browserHash, hasCookie } = caller;
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const minuteAgo = new Date(now.getTime() - 60_000);

  const isOwn = hasCookie ? sql`browser_hash = ${browserHash}` : sql`address = ${address}`;
  const ofNumber = await tx.many<PastSendRow>(sql`
    select requested_at, purpose, is_known_browser, address = ${address} as from_same_address,
           coalesce(${isOwn}, false) as is_own
    from merchants.code_sends
    where mobile = ${mobile} and requested_at > ${hourAgo} order by requested_at desc limit ${perNumberPerHour}`);
  const counts = await tx.one<{
    has_active_code: boolean;
    of_address: number;
    oldest_of_address: Date | null;
    this_hour: number;
    this_day: number;
    last_of_all: Date | null;
    sampled: number;
    sampled_used: number;
  }>(sql`
    select
      exists (select from merchants.challenges
              where mobile = ${mobile} and purpose = ${purpose} and browser_hash = ${browserHash}
                and expires_at > ${now}) as has_active_code,
      of_address.count as of_address, of_address.oldest as oldest_of_address,
      of_all.this_hour, of_all.this_day, of_all.last as last_of_all,
      sample.count as sampled, sample.used as sampled_used
    from
      (select count(*) as count, min(requested_at) as oldest from merchants.code_sends
       where address = ${address} and requested_at > ${hourAgo}) of_address,
      (select count(*) as this_day, count(*) filter (where requested_at > ${hourAgo}) as this_hour, max(requested_at) as last
       from merchants.code_sends where requested_at > ${dayAgo}) of_all,
      (select count(*) as count, count(used_at) as used from (
         select used_at from merchants.code_sends where requested_at > ${hourAgo} and requested_at <= ${minuteAgo}
         order by requested_at desc limit ${breaker.sample}) newest) sample`);

  return {
    purpose,
    isKnownBrowser: isKnown,
    hasActiveCode: counts.has_active_code,
    ofNumberThisHour: ofNumber.map((row) => ({
      requestedAt: row.requested_at,
      purpose: row.purpose,
      toKnownBrowser: row.is_known_browser,
      fromSameAddress: row.from_same_address,
      isOwn: row.is_own,
    })),
    ofAddressThisHour: counts.of_address,
    oldestOfAddress: counts.oldest_of_address,
    allThisHour: counts.this_hour,
    allThisDay: counts.this_day,
    sampled: { sent: counts.sampled, used: counts.sampled_used },
    lastOfAll: counts.last_of_all,
  };
}

type PastSendRow = Row<"merchants.code_sends", "requested_at" | "purpose" | "is_known_browser"> & {
  from_same_address: boolean;
  is_own: boolean;
};

export type CodeSend = SendRequest & { id: string; sealedCode: string };

export function recordSend(tx: Tx, send: CodeSend, now: Date): Promise<number> {
  const { address, browserHash, language } = send.caller;
  return tx.run(sql`
    insert into merchants.code_sends
      (id, mobile, address, browser_hash, is_known_browser, purpose, language, sealed_code, requested_at)
    values (${send.id}, ${send.mobile}, ${address}, ${browserHash}, ${send.isKnown}, ${send.purpose}, ${language},
            ${send.sealedCode}, ${now})`);
}

export type WaitingSend = Row<
  "merchants.code_sends",
  "mobile" | "purpose" | "language" | "sealed_code" | "requested_at"
> & {
  /** False once a newer code replaced this one, or it was used. */
  is_active: boolean;
};

export function findWaitingSend(db: Db, id: string): Promise<WaitingSend | undefined> {
  return db.maybeOne<WaitingSend>(sql`
    select s.mobile, s.purpose, s.language, s.sealed_code, s.requested_at,
           exists (select from merchants.challenges c where c.mobile = s.mobile and c.send_id = s.id) as is_active
    from merchants.code_sends s
    where s.id = ${id} and s.status = 'waiting'`);
}

export type SendOutcome =
  | { status: "sent"; providerId: string; parts: number }
  | { status: "refused" | "unknown" | "given_up" };

/** The send is over: its outcome is kept, the sealed code is deleted. */
export function recordSendOutcome(db: Db, id: string, outcome: SendOutcome): Promise<number> {
  const { providerId = null, parts = null } = outcome.status === "sent" ? outcome : {};
  return db.run(sql`
    update merchants.code_sends
    set status = ${outcome.status}, provider_id = ${providerId}, parts = ${parts}, sealed_code = null
    where id = ${id}`);
}

/** Its code was answered with. */
export async function markSendUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`update merchants.code_sends set used_at = ${now} where id = ${id}`);
}

export async function deleteOldSends(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.code_sends where requested_at < ${before}`);
}
