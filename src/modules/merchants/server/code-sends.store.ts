import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import type { CodePurpose } from "../contract/words.ts";
import type { CodeLimits, SendFacts } from "../domain/code-limits.ts";

/** Ours alone among the advisory locks of the database. */
const sendingLock = 7_204_402;

/**
 * What was sent before, read under one lock for all sending: two requests cannot both be the last one allowed,
 * on however many servers. Deciding takes a few milliseconds, and ceilings keep it rare.
 */
export async function readSendFacts(
  tx: Tx,
  { mobile, address }: { mobile: string; address: string },
  { breaker, perNumberPerHour }: CodeLimits,
  now: Date,
): Promise<SendFacts> {
  await tx.run(sql`select pg_advisory_xact_lock(${sendingLock})`);
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const minuteAgo = new Date(now.getTime() - 60_000);

  const ofNumber = await tx.many<{ asked_at: Date }>(sql`
    select asked_at from merchants.code_sends
    where mobile = ${mobile} and asked_at > ${hourAgo} order by asked_at desc limit ${perNumberPerHour}`);
  const counts = await tx.one<{
    locked_until: Date | null;
    of_address: number;
    oldest_of_address: Date | null;
    this_hour: number;
    this_day: number;
    last_of_all: Date | null;
    sampled: number;
    sampled_used: number;
  }>(sql`
    select
      (select code_locked_until from merchants.challenges where mobile = ${mobile}) as locked_until,
      of_address.count as of_address, of_address.oldest as oldest_of_address,
      of_all.this_hour, of_all.this_day, of_all.last as last_of_all,
      sample.count as sampled, sample.used as sampled_used
    from
      (select count(*) as count, min(asked_at) as oldest from merchants.code_sends
       where address = ${address} and asked_at > ${hourAgo}) of_address,
      (select count(*) as this_day, count(*) filter (where asked_at > ${hourAgo}) as this_hour, max(asked_at) as last
       from merchants.code_sends where asked_at > ${dayAgo}) of_all,
      (select count(*) as count, count(used_at) as used from (
         select used_at from merchants.code_sends where asked_at > ${hourAgo} and asked_at <= ${minuteAgo}
         order by asked_at desc limit ${breaker.sample}) newest) sample`);

  return {
    lockedUntil: counts.locked_until,
    ofNumberThisHour: ofNumber.map((row) => row.asked_at),
    ofAddressThisHour: counts.of_address,
    oldestOfAddress: counts.oldest_of_address,
    allThisHour: counts.this_hour,
    allThisDay: counts.this_day,
    sampled: { sent: counts.sampled, used: counts.sampled_used },
    lastOfAll: counts.last_of_all,
  };
}

export type CodeSend = {
  id: string;
  mobile: string;
  address: string;
  purpose: CodePurpose;
  language: Language;
  sealedCode: string;
};

export function recordSend(tx: Tx, send: CodeSend, now: Date): Promise<number> {
  return tx.run(sql`
    insert into merchants.code_sends (id, mobile, address, purpose, language, sealed_code, asked_at)
    values (${send.id}, ${send.mobile}, ${send.address}, ${send.purpose}, ${send.language}, ${send.sealedCode}, ${now})`);
}

export type WaitingSend = {
  mobile: string;
  purpose: CodePurpose;
  language: Language;
  sealed_code: string | null;
  asked_at: Date;
  /** False once a newer code took this one's place, or it was used. */
  is_living: boolean;
};

export function findWaitingSend(db: Db, id: string): Promise<WaitingSend | undefined> {
  return db.maybeOne<WaitingSend>(sql`
    select s.mobile, s.purpose, s.language, s.sealed_code, s.asked_at, coalesce(c.send_id = s.id, false) as is_living
    from merchants.code_sends s left join merchants.challenges c on c.mobile = s.mobile
    where s.id = ${id} and s.status = 'waiting'`);
}

export type SendOutcome =
  | { status: "sent"; providerId: string; parts: number }
  | { status: "refused" | "unknown" | "given_up" };

/** The message has left or never will: what became of it stays, the sealed code does not. */
export function settleSend(db: Db, id: string, outcome: SendOutcome): Promise<number> {
  const { providerId = null, parts = null } = outcome.status === "sent" ? outcome : {};
  return db.run(sql`
    update merchants.code_sends
    set status = ${outcome.status}, provider_id = ${providerId}, parts = ${parts}, sealed_code = null
    where id = ${id}`);
}
