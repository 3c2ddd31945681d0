import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { MemberRole } from "../contract/roles.ts";
import { deleteInvitationSends } from "./invitation-sends.store.ts";

export type EndReason = "declined" | "withdrawn" | "removed" | "left";
export type MembershipRow = Omit<Row<"merchants.memberships">, "role" | "state"> & {
  role: MemberRole;
  state: "invited" | "active" | "ended";
};
/** `name` and `mobile` are the person's of today; of an invitation only the number is known. */
export type ListedMember = MembershipRow & { name: string | null };

const columns = sql`id, merchant_id, mobile, person_id, role, state, invited_by, invited_at, expires_at, joined_at,
  last_active_at, ended_at, end_reason`;

/** The members and the open invitations of the merchant, oldest first. */
export function listMemberships({ db, actor }: ReadContext): Promise<ListedMember[]> {
  return db.many<ListedMember>(sql`
    select m.id, m.merchant_id, coalesce(p.mobile, m.mobile) as mobile, m.person_id, m.role, m.state, m.invited_by,
      m.invited_at, m.expires_at, m.joined_at, m.last_active_at, m.ended_at, m.end_reason, p.name
    from merchants.memberships m left join merchants.merchants p on p.id = m.person_id
    where m.merchant_id = ${actor.merchantId} and m.state <> 'ended' order by m.invited_at, m.id limit 200`);
}

/** One that has not ended, locked; undefined when there is none. */
export function lockMembership({ tx, actor }: Context, id: string): Promise<MembershipRow | undefined> {
  return tx.maybeOne<MembershipRow>(sql`
    select ${columns} from merchants.memberships
    where id = ${id} and merchant_id = ${actor.merchantId} and state <> 'ended' for update`);
}

/** Whoever is a member at this moment, the longest first. */
export function listActiveMembers({
  db,
  actor,
}: ReadContext): Promise<{ person_id: string; role: MemberRole }[]> {
  return db.many(sql`
    select person_id, role from merchants.memberships
    where merchant_id = ${actor.merchantId} and state = 'active' order by joined_at, id`);
}

export function findActiveMembership(
  { db, actor }: ReadContext,
  personId: string,
): Promise<MembershipRow | undefined> {
  return db.maybeOne<MembershipRow>(sql`
    select ${columns} from merchants.memberships
    where merchant_id = ${actor.merchantId} and person_id = ${personId} and state = 'active'`);
}

/** An invitation to this number, whoever sent it, locked; undefined when it was answered or withdrawn. */
export function lockInvitation(
  { tx }: Context,
  { id, mobile }: { id: string; mobile: string },
): Promise<MembershipRow | undefined> {
  return tx.maybeOne<MembershipRow>(sql`
    select ${columns} from merchants.memberships
    where id = ${id} and mobile = ${mobile} and state = 'invited' for update`);
}

type NewInvitation = Pick<
  MembershipRow,
  "id" | "mobile" | "role" | "invited_by" | "invited_at" | "expires_at"
>;

/** Undefined when the number has an open invitation already. */
export function insertInvitation(
  { tx, actor }: Context,
  { id, mobile, role, invited_by, invited_at, expires_at }: NewInvitation,
): Promise<MembershipRow | undefined> {
  return tx.maybeOne<MembershipRow>(sql`
    insert into merchants.memberships (id, merchant_id, mobile, role, state, invited_by, invited_at, expires_at)
    values (${id}, ${actor.merchantId}, ${mobile}, ${role}, 'invited', ${invited_by}, ${invited_at}, ${expires_at})
    on conflict do nothing returning ${columns}`);
}

export async function renewInvitation({ tx, actor }: Context, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    update merchants.memberships set expires_at = ${expiresAt}
    where id = ${id} and merchant_id = ${actor.merchantId} and state = 'invited'`);
}

export async function saveRole({ tx, actor }: Context, id: string, role: MemberRole): Promise<void> {
  await tx.run(sql`
    update merchants.memberships set role = ${role} where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** The invited person is a member from now on. */
export async function activateMembership(
  { tx }: Context,
  { id, personId, at }: { id: string; personId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update merchants.memberships
    set state = 'active', person_id = ${personId}, joined_at = ${at}, last_active_at = ${at}
    where id = ${id} and state = 'invited'`);
}

export async function endMembership(
  { tx }: Context,
  { id, reason, at }: { id: string; reason: EndReason; at: Date },
): Promise<void> {
  await tx.run(sql`
    update merchants.memberships set state = 'ended', ended_at = ${at}, end_reason = ${reason}
    where id = ${id} and state <> 'ended'`);
}

/** When members last worked for a merchant, at the most once a minute. */
export async function recordActivity(
  db: Db,
  used: readonly { merchantId: string; personId: string }[],
  now: Date,
): Promise<void> {
  if (used.length === 0) return;
  await db.run(sql`
    update merchants.memberships m set last_active_at = ${now}
    from unnest(${used.map(({ merchantId }) => merchantId)}::text[],
                ${used.map(({ personId }) => personId)}::text[]) used (merchant_id, person_id)
    where m.merchant_id = used.merchant_id and m.person_id = used.person_id and m.state = 'active'`);
}

/** When the owner last worked for their own merchant; null when all their sessions are over. */
export async function findOwnerActivity({ db, actor }: ReadContext): Promise<Date | null> {
  const { at } = await db.one<{ at: Date | null }>(sql`
    select max(last_seen_at) as at from merchants.sessions
    where merchant_id = ${actor.merchantId} and acts_for is null`);
  return at;
}

/** What other teams keep of this person: ended memberships, and invitations to their number. */
export async function deleteMembershipsElsewhere({ tx, actor }: Context): Promise<void> {
  const theirs = await tx.many<Row<"merchants.memberships", "id">>(sql`
    select m.id from merchants.memberships m join merchants.merchants p on p.id = ${actor.merchantId}
    where m.merchant_id <> p.id and (m.person_id = p.id or m.mobile = p.mobile)`);
  const ids = theirs.map(({ id }) => id);
  await deleteInvitationSends(tx, ids);
  await tx.run(sql`delete from merchants.memberships where id = any(${ids}::text[])`);
}

/** A merchant that somebody works for. */
export type WorkPlace = { id: string; name: string; role: MemberRole };

/** The merchants of which the person is a member, by name. Their own is not among them. */
export function listWorkPlaces(db: Db, personId: string): Promise<WorkPlace[]> {
  return db.many<WorkPlace>(sql`
    select o.id, o.name, m.role from merchants.memberships m join merchants.merchants o on o.id = m.merchant_id
    where m.person_id = ${personId} and m.state = 'active' order by o.name, o.id limit 100`);
}

/** An invitation as the invited person sees it. */
export type ReceivedInvitation = Pick<MembershipRow, "id" | "merchant_id" | "role" | "expires_at"> & {
  merchant_name: string;
};

/** The invitations to this number that can be accepted, newest first. */
export function listReceivedInvitations(db: Db, mobile: string, now: Date): Promise<ReceivedInvitation[]> {
  return db.many<ReceivedInvitation>(sql`
    select m.id, m.merchant_id, m.role, m.expires_at, o.name as merchant_name
    from merchants.memberships m join merchants.merchants o on o.id = m.merchant_id
    where m.mobile = ${mobile} and m.state = 'invited' and m.expires_at > ${now}
    order by m.invited_at desc, m.id limit 20`);
}

/** The names of people who are or were of this merchant's team, its owner included, by id. */
export async function loadPeopleNames(
  { db, actor }: ReadContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<Row<"merchants.merchants", "id" | "name">>(sql`
    select p.id, p.name from merchants.merchants p
    where p.id = any(${[...new Set(ids)]}::text[]) and (p.id = ${actor.merchantId} or exists (
      select from merchants.memberships m where m.merchant_id = ${actor.merchantId} and m.person_id = p.id))`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
