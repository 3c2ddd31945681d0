import { type Db, sql } from "#base/server/db/db.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";

/** What happens to an account of the staff, in the past tense. */
export type StaffAuditAction =
  | "staff.added"
  | "staff.disabled"
  | "staff.second_factor_reset"
  | "staff.enrolled"
  | "staff.password_failed"
  | "staff.second_factor_failed"
  | "staff.signed_in"
  | "staff.signed_in_by_recovery_code"
  | "staff.signed_out";

export type StaffAuditInput = {
  action: StaffAuditAction;
  /** Whose account; null for an e-mail that is nobody's. */
  memberId: string | null;
  /** The member themselves, the command line, or somebody who has not proved who they are. */
  by: "staff" | "command" | "visitor";
  address?: string;
  /** Without secrets. */
  details?: object;
  /** System clock. */
  now: Date;
};

/** Writes what happened, in the transaction that did it. Entries are never edited. */
export async function recordStaffAudit(
  tx: Db,
  { action, memberId, by, address, details, now }: StaffAuditInput,
): Promise<void> {
  await tx.run(sql`
    insert into staff.audit_log (member_id, action, by_kind, address, details, recorded_at)
    values (${memberId}, ${action}, ${by}, ${address ?? null}, ${details ? JSON.stringify(details) : null}, ${now})`);
}

/** What a member did beyond accounts of the staff: `finance.payout_confirmed`. */
export type StaffAct = { action: string; details: object };

/** Writes what the acting member did, in the transaction that did it; `now` is the system clock. */
export async function insertAct(
  { tx, by }: StaffTxContext,
  { action, details, now }: StaffAct & { now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into staff.audit_log (member_id, action, by_kind, details, recorded_at)
    values (${by.id}, ${action}, 'staff', ${JSON.stringify(details)}, ${now})`);
}
