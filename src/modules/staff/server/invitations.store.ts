import { generateToken, hashToken } from "#base/server/bearer-tokens.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";

/** A link stays good for three days. */
const invitationMs = 3 * 86_400_000;

export type InvitationRow = {
  member_id: string;
  email: string;
  name: string;
  /** Sealed; null until the link is first opened. */
  totp_secret: string | null;
};

/** Makes the member's one open link, in place of an earlier one, and returns its token, which is shown once. */
export async function createInvitation(tx: Tx, memberId: string, now: Date): Promise<string> {
  const { token, hash } = generateToken();
  await tx.run(sql`
    insert into staff.invitations (member_id, token_hash, expires_at)
    values (${memberId}, ${hash}, ${new Date(now.getTime() + invitationMs)})
    on conflict (member_id) do update set token_hash = excluded.token_hash, totp_secret = null,
      expires_at = excluded.expires_at`);
  return token;
}

const openInvitation = (token: string, now: Date) => sql`
  select i.member_id, m.email, m.name, i.totp_secret
  from staff.invitations i join staff.members m on m.id = i.member_id
  where i.token_hash = ${hashToken(token)} and i.expires_at > ${now} and m.disabled_at is null`;

export function findInvitation(db: Db, token: string, now: Date): Promise<InvitationRow | undefined> {
  return db.maybeOne<InvitationRow>(openInvitation(token, now));
}

/** The invitation, locked together with its member until the transaction ends. */
export function lockInvitation(tx: Tx, token: string, now: Date): Promise<InvitationRow | undefined> {
  return tx.maybeOne<InvitationRow>(sql`${openInvitation(token, now)} for update`);
}

export async function saveInvitedSecret(tx: Tx, memberId: string, sealedSecret: string): Promise<void> {
  await tx.run(sql`update staff.invitations set totp_secret = ${sealedSecret} where member_id = ${memberId}`);
}

export async function deleteInvitation(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from staff.invitations where member_id = ${memberId}`);
}

/** All that ended before `before`. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from staff.invitations where expires_at < ${before}`);
}
