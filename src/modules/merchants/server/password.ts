import type { Tx } from "#base/server/db/db.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { lockedUntilAfter } from "../domain/challenge.ts";
import { addressWaitSeconds, countWrongTry } from "./address-tries.store.ts";
import { waitParams } from "./ask-for-code.ts";
import { consumeCode, ensureChallenge, lockChallenge, saveTries } from "./challenges.store.ts";
import { findByMobile, savePassword } from "./merchants.store.ts";
import { hashPassword, isPassword } from "./proofs.ts";
import { type Failure, proveNumber, refused, refuseLocked } from "./prove-number.ts";
import { endSessions, type Origin, openSession } from "./sessions.store.ts";
import type { SignedIn, SignInDeps } from "./sign-in.ts";

/**
 * Signs in with a password. A try is counted before it is evaluated and forgiven when it was right: however many come
 * at once, five are evaluated, and the costly comparison runs outside the transaction. Unknown numbers, numbers
 * without a password and wrong passwords answer alike, after the same work.
 */
export async function signInWithPassword(
  { db, systemClock, sessionLimits, wrongTriesPerAddress }: SignInDeps,
  attempt: Origin & { mobile: string; password: string },
): Promise<SignedIn> {
  const now = systemClock.now();
  const claim = await db.transaction((tx) => claimTry(tx, attempt, wrongTriesPerAddress, now));
  if (claim.kind === "refused") return claim.refuse();

  const merchant = await findByMobile(db, attempt.mobile);
  const isRight = await isPassword(attempt.password, merchant?.password_hash ?? null);
  if (!merchant || !isRight) {
    await db.transaction((tx) => countWrongTry(tx, attempt.address, now));
    if (claim.lockedUntil) return refuseLocked(claim.lockedUntil, now, "password");
    return merchantsRefusals.refuse("merchants.password_wrong", {}, "password");
  }
  return db.transaction(async (tx) => {
    await saveTries(tx, "password", attempt.mobile, { failures: 0, lockedUntil: null }, now);
    return { merchant, token: await openSession(tx, merchant.id, attempt, sessionLimits, now) };
  });
}

async function claimTry(
  tx: Tx,
  { mobile, address }: { mobile: string; address: string },
  wrongTriesPerAddress: number,
  now: Date,
): Promise<Failure | { kind: "claimed"; lockedUntil: Date | null }> {
  const waitSeconds = await addressWaitSeconds(tx, address, wrongTriesPerAddress, now);
  if (waitSeconds > 0)
    return refused(() => merchantsRefusals.refuse("merchants.address_spent", waitParams(waitSeconds)));
  await ensureChallenge(tx, mobile, now);
  const row = await lockChallenge(tx, mobile);
  const until = row?.password_locked_until;
  if (until && until > now) return refused(() => refuseLocked(until, now, "password"));
  const failures = (row?.password_failures ?? 0) + 1;
  const lockedUntil = lockedUntilAfter(failures, now);
  await saveTries(tx, "password", mobile, { failures, lockedUntil }, now);
  return { kind: "claimed", lockedUntil };
}

type Reset = Origin & { mobile: string; code: string; password: string; confirmation: string };

/**
 * Sets a password, confirmed by a code asked for that purpose. Every session ends and a new one begins here.
 * The code is used up first and the costly hash made between two transactions, so that guessing costs us nothing;
 * a crash in between loses a code, never an account.
 */
export async function resetPassword(deps: SignInDeps, reset: Reset): Promise<SignedIn> {
  if (reset.password !== reset.confirmation) {
    return merchantsRefusals.refuse("merchants.password_mismatch", {}, "password_confirmation");
  }
  const { db, systemClock, sessionLimits } = deps;
  const now = systemClock.now();
  const proof = await db.transaction(async (tx) => {
    const proof = await proveNumber(tx, deps, { ...reset, purpose: "password" }, now);
    if (proof.kind === "right") await consumeCode(tx, reset.mobile, proof.row.send_id, now);
    return proof;
  });
  if (proof.kind === "refused") return proof.refuse();

  const hash = await hashPassword(reset.password);
  return db.transaction(async (tx) => {
    const known = await findByMobile(tx, reset.mobile);
    if (!known) return merchantsRefusals.refuse("merchants.not_signed_up", {}, "mobile_number");
    const merchant = await savePassword(tx, known.id, hash, now);
    await saveTries(tx, "password", reset.mobile, { failures: 0, lockedUntil: null }, now);
    await endSessions(tx, merchant.id, "all", now);
    await tx.announce({ name: "merchant.password_set", merchant_id: merchant.id });
    return { merchant, token: await openSession(tx, merchant.id, reset, sessionLimits, now) };
  });
}
