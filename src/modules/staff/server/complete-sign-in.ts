import type { Db, Tx } from "#base/server/db/db.ts";
import { staffRefusals } from "../contract/staff.refusals.ts";
import { findTotpStep } from "../domain/totp.ts";
import { type ChallengedMember, deleteChallenge, lockChallengedMember } from "./challenges.store.ts";
import { type Attempt, claimAttempt, clearFailures } from "./failed-attempts.store.ts";
import { limitSteps, refuseLocked } from "./limit-steps.ts";
import { takeRecoveryCode } from "./recovery-codes.store.ts";
import { openSession } from "./sessions.store.ts";
import { type Failure, type StaffDeps, toFailure, type Visitor } from "./staff.deps.ts";
import { takeTotpStep, totpContext } from "./staff.store.ts";
import { recordStaffAudit } from "./staff-audit.store.ts";

/** The second factor: a code of the authenticator app, or a recovery code in its one form. */
export type SecondFactor = { kind: "totp"; code: string } | { kind: "recovery"; code: string };

type CompleteInput = { challenge: string; proof: SecondFactor; visitor: Visitor };

/**
 * Completes a sign-in with the second factor and opens the session, in one transaction: the same code sent many times
 * at once opens one. A failed attempt stays counted.
 */
export const completeSignIn =
  (deps: StaffDeps) =>
  async (db: Db, { challenge, proof, visitor }: CompleteInput) => {
    const now = deps.systemClock.now();
    await limitSteps(db, deps, visitor, now);
    const outcome = await db.transaction(async (tx) => {
      const member = await lockChallengedMember(tx, challenge, now);
      if (!member) return toFailure(() => staffRefusals.refuse("staff.challenge_expired"));
      const failure = await checkSecondFactor(tx, deps, member, proof, visitor.address, now);
      if (failure) return failure;

      await deleteChallenge(tx, challenge);
      const opened = await openSession(tx, member.id, visitor, deps.sessionLimits, now);
      await recordStaffAudit(tx, {
        action: proof.kind === "totp" ? "staff.signed_in" : "staff.signed_in_by_recovery_code",
        memberId: member.id,
        by: "staff",
        address: visitor.address,
        details: { session_id: opened.sessionId },
        now,
      });
      return { kind: "signed_in" as const, ...opened };
    });
    return outcome.kind === "refused" ? outcome.refuse() : outcome;
  };

/** Null when the factor was right, and is used up now. */
async function checkSecondFactor(
  tx: Tx,
  deps: StaffDeps,
  member: ChallengedMember,
  proof: SecondFactor,
  address: string,
  now: Date,
): Promise<Failure | null> {
  const field = proof.kind === "totp" ? "code" : "recovery_code";
  const attempt: Attempt = { email: member.email, factor: "second_factor", address };
  const claim = await claimAttempt(tx, attempt, now);
  if (claim.kind === "locked") return toFailure(() => refuseLocked(claim.until, now, field));
  const refusal = await findRefusal(tx, deps, member, proof, now);
  if (refusal === null) {
    await clearFailures(tx, attempt);
    return null;
  }
  await recordStaffAudit(tx, {
    action: "staff.second_factor_failed",
    memberId: member.id,
    by: "visitor",
    address,
    details: { refusal },
    now,
  });
  const { lockedUntil } = claim;
  return toFailure(() =>
    lockedUntil ? refuseLocked(lockedUntil, now, field) : staffRefusals.refuse(refusal, {}, field),
  );
}

/** Why the factor is not accepted; null when it is, and cannot be used again. */
async function findRefusal(
  tx: Tx,
  { vault, recoveryKeys }: StaffDeps,
  { id, totp_secret }: ChallengedMember,
  proof: SecondFactor,
  now: Date,
): Promise<"staff.code_wrong" | "staff.code_used" | "staff.recovery_code_wrong" | null> {
  if (proof.kind === "recovery") {
    const isTaken = await takeRecoveryCode(tx, id, { code: proof.code, keys: recoveryKeys, now });
    return isTaken ? null : "staff.recovery_code_wrong";
  }
  const step = findTotpStep(vault.open(totp_secret, totpContext(id)), proof.code, now);
  if (step === null) return "staff.code_wrong";
  return (await takeTotpStep(tx, id, step)) ? null : "staff.code_used";
}
