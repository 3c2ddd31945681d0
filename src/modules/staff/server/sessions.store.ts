import { generateToken, hashToken } from "#base/server/bearer-tokens.ts";
import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { StaffRole } from "../contract/staff.abilities.ts";
import type { Visitor } from "./staff.deps.ts";
import type { StaffSessionLimits } from "./staff.settings.ts";

/** A session's last use is recorded at most this often. */
const touchMs = 60_000;

export type StaffSessionRow = {
  session_id: string;
  member_id: string;
  name: string;
  email: string;
  role: StaffRole;
  recovery_codes_left: number;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

/** Opens a session of a member who has just given both factors; its token is shown once and stored only as a hash. */
export async function openSession(
  tx: Tx,
  memberId: string,
  { address, userAgent }: Visitor,
  limits: StaffSessionLimits,
  now: Date,
): Promise<{ token: string; sessionId: string }> {
  const { token, hash } = generateToken();
  const sessionId = newId("sts");
  const device = userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, 400);
  await tx.run(sql`
    insert into staff.sessions (id, member_id, token_hash, address, device, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${memberId}, ${hash}, ${address}, ${device}, ${now}, ${now},
      ${new Date(now.getTime() + limits.absoluteHours * 3_600_000)})`);
  return { token, sessionId };
}

const idleSince = ({ idleMinutes }: StaffSessionLimits, now: Date) =>
  new Date(now.getTime() - idleMinutes * 60_000);

/** The active session of a token: of a member who is not disabled. Its last use is recorded at most once a minute. */
export async function findSession(
  db: Db,
  token: string,
  limits: StaffSessionLimits,
  now: Date,
): Promise<{ sessionId: string; memberId: string; role: StaffRole } | null> {
  const activeSession = sql`
    select s.id, s.member_id, s.last_seen_at, m.role
    from staff.sessions s join staff.members m on m.id = s.member_id
    where s.token_hash = ${hashToken(token)} and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${idleSince(limits, now)} and m.disabled_at is null`;
  type Row = { id: string; member_id: string; last_seen_at: Date; role: StaffRole };
  const session = await db.maybeOne<Row>(prepared("staff.session", activeSession));
  if (!session) return null;
  if (now.getTime() - session.last_seen_at.getTime() >= touchMs) {
    await db.run(sql`
      update staff.sessions set last_seen_at = ${now} where id = ${session.id} and last_seen_at < ${now}`);
  }
  return { sessionId: session.id, memberId: session.member_id, role: session.role };
}

/** A session with its member, as its own screen shows it. */
export function loadSession(db: Db, sessionId: string): Promise<StaffSessionRow> {
  return db.one<StaffSessionRow>(sql`
    select s.id as session_id, m.id as member_id, m.name, m.email, m.role, s.created_at, s.last_seen_at, s.expires_at,
      (select count(*) from staff.recovery_codes r where r.member_id = m.id and r.used_at is null)
        as recovery_codes_left
    from staff.sessions s join staff.members m on m.id = s.member_id
    where s.id = ${sessionId}`);
}

export async function endSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(sql`update staff.sessions set ended_at = ${now} where id = ${sessionId} and ended_at is null`);
}

/** Ends all of a member's sessions at once; returns how many were open. */
export function endSessions(tx: Tx, memberId: string, now: Date): Promise<number> {
  return tx.run(sql`
    update staff.sessions set ended_at = ${now}
    where member_id = ${memberId} and ended_at is null and expires_at > ${now}`);
}

/** Whether somebody with this e-mail has signed in from this address; looks back as long as sessions are kept. */
export async function isKnownAddress(tx: Tx, email: string, address: string): Promise<boolean> {
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (
      select from staff.sessions s join staff.members m on m.id = s.member_id
      where m.email = ${email} and s.address = ${address}) as known`);
  return known;
}

/** All that ended before `before`. */
export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from staff.sessions where expires_at < ${before} or ended_at < ${before}`);
}
