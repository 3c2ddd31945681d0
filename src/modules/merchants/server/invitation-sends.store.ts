import type { Context } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Language } from "../contract/enums.ts";
import type { PastInvitations } from "../domain/invitation.ts";

/** Keys of advisory locks by number; no other code of this database uses this first key. */
const numberLocks = 7_204_403;

/** What was sent before, read under the lock of the number: two requests cannot both be the last one allowed. */
export async function loadPastInvitations(
  { tx, actor }: Context,
  { mobile, now }: { mobile: string; now: Date },
): Promise<PastInvitations> {
  await tx.run(sql`select pg_advisory_xact_lock(${numberLocks}, hashtext(${mobile}))`);
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const found = await tx.one<{ of_merchant: number; of_number: number; last_here: Date | null }>(sql`
    select count(*) filter (where merchant_id = ${actor.merchantId}) as of_merchant,
      count(*) filter (where mobile = ${mobile}) as of_number,
      max(requested_at) filter (where mobile = ${mobile} and merchant_id = ${actor.merchantId}) as last_here
    from merchants.invitation_sends
    where requested_at > ${dayAgo} and (merchant_id = ${actor.merchantId} or mobile = ${mobile})`);
  return {
    ofMerchantToday: found.of_merchant,
    ofNumberToday: found.of_number,
    lastToNumber: found.last_here,
  };
}

type NewSend = { id: string; membershipId: string; mobile: string; language: Language; now: Date };

export async function insertInvitationSend(
  { tx, actor }: Context,
  { id, membershipId, mobile, language, now }: NewSend,
): Promise<void> {
  await tx.run(sql`
    insert into merchants.invitation_sends (id, merchant_id, membership_id, mobile, language, requested_at)
    values (${id}, ${actor.merchantId}, ${membershipId}, ${mobile}, ${language}, ${now})`);
}

export type WaitingInvitation = Row<"merchants.invitation_sends", "mobile" | "requested_at"> & {
  language: Language;
  merchant_name: string;
  /** False once it was answered or withdrawn. */
  is_open: boolean;
};

export function findWaitingInvitation(db: Db, id: string): Promise<WaitingInvitation | undefined> {
  return db.maybeOne<WaitingInvitation>(sql`
    select s.mobile, s.language, s.requested_at, o.name as merchant_name, m.state = 'invited' as is_open
    from merchants.invitation_sends s
    join merchants.memberships m on m.id = s.membership_id
    join merchants.merchants o on o.id = s.merchant_id
    where s.id = ${id} and s.status = 'waiting'`);
}

export type InvitationOutcome = "sent" | "refused" | "unknown" | "given_up";

export async function recordInvitationOutcome(db: Db, id: string, outcome: InvitationOutcome): Promise<void> {
  await db.run(sql`
    update merchants.invitation_sends set status = ${outcome} where id = ${id} and status = 'waiting'`);
}

export async function deleteOldInvitationSends(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.invitation_sends where requested_at < ${before}`);
}

/** What was sent for these memberships. */
export async function deleteInvitationSends(tx: Tx, membershipIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from merchants.invitation_sends where membership_id = any(${[...membershipIds]}::text[])`);
}
