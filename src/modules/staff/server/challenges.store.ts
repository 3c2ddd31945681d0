import { generateToken, hashToken } from "#base/server/bearer-tokens.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { StaffRole } from "../contract/staff.abilities.ts";

/** Between the password and the second factor. */
export const challengeSeconds = 300;

/** The member whom a challenge is about; enrolled and not disabled. */
export type ChallengedMember = {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  totp_secret: string;
};

/** Records that the password was right, and returns the token with which the second factor is given. */
export async function createChallenge(tx: Tx, memberId: string, now: Date): Promise<string> {
  const { token, hash } = generateToken();
  await tx.run(sql`
    insert into staff.challenges (token_hash, member_id, expires_at)
    values (${hash}, ${memberId}, ${new Date(now.getTime() + challengeSeconds * 1_000)})`);
  return token;
}

/** Whose challenge it is, locked: a member's second factors are tried one at a time. */
export function lockChallengedMember(
  tx: Tx,
  token: string,
  now: Date,
): Promise<ChallengedMember | undefined> {
  return tx.maybeOne<ChallengedMember>(sql`
    select m.id, m.email, m.name, m.role, m.totp_secret
    from staff.challenges c join staff.members m on m.id = c.member_id
    where c.token_hash = ${hashToken(token)} and c.expires_at > ${now} and m.disabled_at is null
      and m.totp_secret is not null
    for update`);
}

export async function deleteChallenge(tx: Tx, token: string): Promise<void> {
  await tx.run(sql`delete from staff.challenges where token_hash = ${hashToken(token)}`);
}

/** All of a member's: what a password opened until now is closed. */
export async function deleteChallenges(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from staff.challenges where member_id = ${memberId}`);
}

/** All that ended before `before`. */
export async function deleteOldChallenges(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from staff.challenges where expires_at < ${before}`);
}
