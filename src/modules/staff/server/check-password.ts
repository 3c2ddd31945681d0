import type { Db } from "#base/server/db/db.ts";
import { verifyPassword } from "#base/server/passwords.ts";
import { staffRefusals } from "../contract/staff.refusals.ts";
import { challengeSeconds, createChallenge } from "./challenges.store.ts";
import { type Attempt, claimAttempt, clearFailures } from "./failed-attempts.store.ts";
import { limitSteps, refuseLocked } from "./limit-steps.ts";
import type { StaffDeps, Visitor } from "./staff.deps.ts";
import { findMemberByEmail } from "./staff.store.ts";
import { recordStaffAudit } from "./staff-audit.store.ts";

type PasswordInput = { email: string; password: string; visitor: Visitor };

/**
 * The first factor: answers a challenge that the second completes. Unknown e-mails, people who have not enrolled, the
 * disabled and wrong passwords get the same answer after the same work.
 */
export const checkPassword =
  (deps: StaffDeps) =>
  async (db: Db, { email, password, visitor }: PasswordInput) => {
    const now = deps.systemClock.now();
    const { address } = visitor;
    await limitSteps(db, deps, visitor, now);
    const attempt: Attempt = { email, factor: "password", address };
    const claim = await db.transaction((tx) => claimAttempt(tx, attempt, now));
    if (claim.kind === "locked") return refuseLocked(claim.until, now, "password");

    const member = await findMemberByEmail(db, email);
    const mayEnter = member && member.disabled_at === null ? member : null;
    // Compared outside a transaction: it takes a while.
    const isRight = await verifyPassword(password, mayEnter?.password_hash ?? null);
    if (!mayEnter || !isRight) {
      const memberId = member?.id ?? null;
      await recordStaffAudit(db, { action: "staff.password_failed", memberId, by: "visitor", address, now });
      if (claim.lockedUntil) return refuseLocked(claim.lockedUntil, now, "password");
      return staffRefusals.refuse("staff.credentials_wrong", {}, "password");
    }
    return db.transaction(async (tx) => {
      await clearFailures(tx, attempt);
      return {
        challenge: await createChallenge(tx, mayEnter.id, now),
        expires_in_seconds: challengeSeconds,
      };
    });
  };
