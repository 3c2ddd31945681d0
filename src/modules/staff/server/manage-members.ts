import type { Db, Tx } from "#base/server/db/db.ts";
import type { StaffRole } from "../contract/staff.abilities.ts";
import { deleteChallenges } from "./challenges.store.ts";
import { createInvitation, deleteInvitation } from "./invitations.store.ts";
import { deleteRecoveryCodes } from "./recovery-codes.store.ts";
import { endSessions } from "./sessions.store.ts";
import {
  clearCredentials,
  insertMember,
  lockMemberByEmail,
  type MemberRow,
  markDisabled,
} from "./staff.store.ts";
import { recordStaffAudit } from "./staff-audit.store.ts";

/** Why a command did nothing; for the person at the command line. */
export class StaffCommandRefused extends Error {}

/** A member, and the token of the link with which they enrol, shown this once. */
export type Invited = { member: MemberRow; invitation: string };

/* Who works here is decided at the command line of the server alone: no call adds, changes or restores anybody. */

export function addMember(
  db: Db,
  input: { email: string; name: string; role: StaffRole },
  now: Date,
): Promise<Invited> {
  return db.transaction(async (tx) => {
    const member = await insertMember(tx, input, now);
    if (!member) throw new StaffCommandRefused(`${input.email} is already a member of the staff.`);
    const { name, role } = input;
    const entry = { memberId: member.id, by: "command", now } as const;
    await recordStaffAudit(tx, { ...entry, action: "staff.added", details: { name, role } });
    return { member, invitation: await createInvitation(tx, member.id, now) };
  });
}

/** Sessions end at once, and so does an open link. The row stays: what they did names them. */
export function disableMember(db: Db, email: string, now: Date): Promise<MemberRow> {
  return db.transaction(async (tx) => {
    const member = await loadActive(tx, email);
    await markDisabled(tx, member.id, now);
    await deleteInvitation(tx, member.id);
    await closeOpen(tx, member, "staff.disabled", now);
    return member;
  });
}

/** For a lost phone or password: both factors are void, sessions end, and a new link lets the person enrol again. */
export function resetSecondFactor(db: Db, email: string, now: Date): Promise<Invited> {
  return db.transaction(async (tx) => {
    const member = await loadActive(tx, email);
    await clearCredentials(tx, member.id);
    await deleteRecoveryCodes(tx, member.id);
    await closeOpen(tx, member, "staff.second_factor_reset", now);
    return { member, invitation: await createInvitation(tx, member.id, now) };
  });
}

async function loadActive(tx: Tx, email: string): Promise<MemberRow> {
  const member = await lockMemberByEmail(tx, email);
  if (!member) throw new StaffCommandRefused(`${email} is not a member of the staff.`);
  if (member.disabled_at) throw new StaffCommandRefused(`${email} is disabled.`);
  return member;
}

async function closeOpen(
  tx: Tx,
  { id: memberId }: MemberRow,
  action: "staff.disabled" | "staff.second_factor_reset",
  now: Date,
): Promise<void> {
  await deleteChallenges(tx, memberId);
  const ended = await endSessions(tx, memberId, now);
  await recordStaffAudit(tx, { action, memberId, by: "command", details: { ended_sessions: ended }, now });
}
