import { Secret } from "otpauth";
import type { Db } from "#base/server/db/db.ts";
import { hashPassword } from "#base/server/passwords.ts";
import { staffRefusals } from "../contract/staff.refusals.ts";
import { findTotpStep, toTotpUri } from "../domain/totp.ts";
import { deleteInvitation, findInvitation, lockInvitation, saveInvitedSecret } from "./invitations.store.ts";
import { limitSteps } from "./limit-steps.ts";
import { replaceRecoveryCodes } from "./recovery-codes.store.ts";
import { openSession } from "./sessions.store.ts";
import type { StaffDeps, Visitor } from "./staff.deps.ts";
import { saveCredentials, totpContext } from "./staff.store.ts";
import { recordStaffAudit } from "./staff-audit.store.ts";

/** Opens an invitation. Its secret is made the first time and stays the same, so that a page may be loaded again. */
export const openInvitation =
  (deps: StaffDeps) =>
  async (db: Db, { invitation, visitor }: { invitation: string; visitor: Visitor }) => {
    const { vault, systemClock } = deps;
    const now = systemClock.now();
    await limitSteps(db, deps, visitor, now);
    return db.transaction(async (tx) => {
      const invited = await lockInvitation(tx, invitation, now);
      if (!invited) return staffRefusals.refuse("staff.invitation_expired");
      const { member_id, name, email, totp_secret } = invited;
      const context = totpContext(member_id);
      // 160 bits, the length of SHA-1's output, as RFC 4226 recommends.
      const secret = totp_secret ? vault.open(totp_secret, context) : new Secret({ size: 20 }).base32;
      if (!totp_secret) await saveInvitedSecret(tx, member_id, vault.seal(secret, context));
      return { name, email, secret, uri: toTotpUri(email, secret) };
    });
  };

export type EnrolmentInput = {
  invitation: string;
  password: string;
  confirmation: string;
  code: string;
  visitor: Visitor;
};

/**
 * Sets the password and the second factor that the code confirms, uses the invitation up and signs in. The costly hash
 * is made before the transaction; of two enrolments at once the second finds no invitation.
 */
export const confirmEnrolment =
  (deps: StaffDeps) =>
  async (db: Db, { invitation, password, confirmation, code, visitor }: EnrolmentInput) => {
    const { vault, systemClock, recoveryKeys, sessionLimits } = deps;
    if (password !== confirmation)
      return staffRefusals.refuse("staff.password_mismatch", {}, "password_confirmation");
    const now = systemClock.now();
    await limitSteps(db, deps, visitor, now);
    const opened = await findInvitation(db, invitation, now);
    if (!opened?.totp_secret) return staffRefusals.refuse("staff.invitation_expired");
    const step = findTotpStep(vault.open(opened.totp_secret, totpContext(opened.member_id)), code, now);
    if (step === null) {
      await recordWrongCode(db, opened.member_id, visitor, now);
      return staffRefusals.refuse("staff.code_wrong", {}, "code");
    }
    const passwordHash = await hashPassword(password);

    return db.transaction(async (tx) => {
      const invited = await lockInvitation(tx, invitation, now);
      if (!invited?.totp_secret) return staffRefusals.refuse("staff.invitation_expired");
      const { member_id: memberId, totp_secret: totpSecret } = invited;
      await deleteInvitation(tx, memberId);
      await saveCredentials(tx, memberId, { passwordHash, totpSecret, step }, now);
      const recoveryCodes = await replaceRecoveryCodes(tx, memberId, recoveryKeys);
      const session = await openSession(tx, memberId, visitor, sessionLimits, now);
      const { address } = visitor;
      const details = { session_id: session.sessionId };
      await recordStaffAudit(tx, { action: "staff.enrolled", memberId, by: "staff", address, details, now });
      return { ...session, recoveryCodes };
    });
  };

const recordWrongCode = (db: Db, memberId: string, { address }: Visitor, now: Date) =>
  recordStaffAudit(db, {
    action: "staff.second_factor_failed",
    memberId,
    by: "visitor",
    address,
    details: { refusal: "staff.code_wrong", at: "enrolment" },
    now,
  });
