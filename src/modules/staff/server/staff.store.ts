import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { StaffRole } from "../contract/staff.abilities.ts";

export type MemberRow = {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  /** Sealed for `totpContext`. */
  totp_secret: string | null;
  created_at: Date;
  disabled_at: Date | null;
};

/** What a secret of this member is sealed for (`Vault`). */
export const totpContext = (memberId: string): string => `staff.totp:${memberId}`;

const columns = sql`id, email, name, role, password_hash, totp_secret, created_at, disabled_at`;

/** Adds a member who cannot sign in yet; undefined when the e-mail is somebody's already. */
export async function insertMember(
  tx: Tx,
  { email, name, role }: Pick<MemberRow, "email" | "name" | "role">,
  now: Date,
): Promise<MemberRow | undefined> {
  return tx.maybeOne<MemberRow>(sql`
    insert into staff.members (id, email, name, role, created_at)
    values (${newId("stf")}, ${email}, ${name}, ${role}, ${now})
    on conflict (email) do nothing returning ${columns}`);
}

export function findMemberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
  return db.maybeOne<MemberRow>(sql`select ${columns} from staff.members where email = ${email}`);
}

export function lockMemberByEmail(tx: Tx, email: string): Promise<MemberRow | undefined> {
  return tx.maybeOne<MemberRow>(sql`select ${columns} from staff.members where email = ${email} for update`);
}

/** Password and second factor, which belong together; `step` is that of the code which confirmed them. */
export async function saveCredentials(
  tx: Tx,
  memberId: string,
  { passwordHash, totpSecret, step }: { passwordHash: string; totpSecret: string; step: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update staff.members set password_hash = ${passwordHash}, totp_secret = ${totpSecret}, last_totp_step = ${step},
      enrolled_at = ${now}
    where id = ${memberId}`);
}

/** Neither the password nor the authenticator app opens anything any more. */
export async function clearCredentials(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update staff.members set password_hash = null, totp_secret = null, last_totp_step = null, enrolled_at = null
    where id = ${memberId}`);
}

export async function markDisabled(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx.run(sql`update staff.members set disabled_at = ${now} where id = ${memberId}`);
}

/** Takes the code of this step, or returns false: it was taken before, or a later one was. */
export async function takeTotpStep(tx: Tx, memberId: string, step: number): Promise<boolean> {
  const taken = await tx.run(sql`
    update staff.members set last_totp_step = ${step}
    where id = ${memberId} and (last_totp_step is null or last_totp_step < ${step})`);
  return taken === 1;
}

/** Names by id, of members who were disabled too. */
export async function loadMemberNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.many<Pick<MemberRow, "id" | "name">>(
    sql`select id, name from staff.members where id = any(${[...ids]}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Null when the member is unknown or was disabled. */
export async function findMemberEmail(db: Db, id: string): Promise<string | null> {
  const found = await db.maybeOne<{ email: string }>(
    sql`select email from staff.members where id = ${id} and disabled_at is null`,
  );
  return found?.email ?? null;
}

/** Members who can give consultations, by name: the role's own, and administrators. Disabled members are left out. */
export const listConsultants = (db: Db): Promise<Pick<MemberRow, "id" | "name">[]> =>
  db.many(sql`
    select id, name from staff.members
    where disabled_at is null and role in ('consultant', 'admin') order by name, id`);
