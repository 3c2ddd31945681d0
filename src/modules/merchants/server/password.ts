import { recordAudit } from "#base/server/audit.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import { hashPassword, verifyPassword } from "#base/server/passwords.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { Caller } from "../domain/caller.ts";
import { addressWaitSeconds, countAddressFailure } from "./address-failures.store.ts";
import { endSessions } from "./end-sessions.ts";
import {
  clearFailedAttempts,
  countFailedAttempts,
  findLock,
  lockSources,
  type Source,
  toSources,
} from "./failed-attempts.store.ts";
import { memberTxContext } from "./member-context.ts";
import { findByMobile, savePassword } from "./merchants.store.ts";
import { type Failure, proveNumber, refuseLocked, toFailure } from "./prove-number.ts";
import { isKnownBrowser, openSession } from "./sessions.store.ts";
import type { SignedIn, SignInDeps } from "./sign-in.ts";

type PasswordAttempt = { mobile: string; password: string; caller: Caller };

/**
 * Signs in with a password. An attempt is counted before the password is compared, and the count is cleared when it was
 * right: of any number of concurrent attempts five are compared, and the costly comparison runs outside the
 * transaction. Unknown numbers, numbers without a password and wrong passwords get the same answer after the same work.
 * Failures lock their own source, never a browser that the merchant has signed in from.
 */
export const signInWithPassword =
  ({ systemClock, sessionLimits, maxFailuresPerAddress }: SignInDeps) =>
  async (db: Db, attempt: PasswordAttempt): Promise<SignedIn> => {
    const { mobile, caller } = attempt;
    const now = systemClock.now();
    const claim = await db.transaction((tx) => claimAttempt(tx, attempt, maxFailuresPerAddress, now));
    if (claim.kind === "refused") return claim.refuse();

    const merchant = await findByMobile(db, mobile);
    const isRight = await verifyPassword(attempt.password, merchant?.password_hash ?? null);
    if (!merchant || !isRight) {
      await db.transaction((tx) => countAddressFailure(tx, caller.address, now));
      if (claim.lockedUntil) return refuseLocked(claim.lockedUntil, now, "password");
      return merchantsRefusals.refuse("merchants.password_wrong", {}, "password");
    }
    return db.transaction(async (tx) => {
      await clearFailedAttempts(tx, mobile, "password", claim.sources);
      return { merchant, token: await openSession(tx, merchant.id, caller, sessionLimits, now) };
    });
  };

type Claim = { kind: "claimed"; lockedUntil: Date | null; sources: readonly Source[] };

async function claimAttempt(
  tx: Tx,
  { mobile, caller }: PasswordAttempt,
  maxFailuresPerAddress: number,
  now: Date,
): Promise<Failure | Claim> {
  const isKnown = await isKnownBrowser(tx, mobile, caller);
  const waitSeconds = isKnown ? 0 : await addressWaitSeconds(tx, caller.address, maxFailuresPerAddress, now);
  if (waitSeconds > 0)
    return toFailure(() => merchantsRefusals.refuse("merchants.address_spent", waitParams(waitSeconds)));
  const sources = toSources(caller, isKnown);
  await lockSources(tx, mobile, "password", sources, now);
  const until = await findLock(tx, mobile, "password", sources, now);
  if (until) return toFailure(() => refuseLocked(until, now, "password"));
  const lockedUntil = await countFailedAttempts(tx, mobile, "password", sources, now);
  return { kind: "claimed", lockedUntil, sources };
}

type Reset = { mobile: string; code: string; password: string; confirmation: string; caller: Caller };

/**
 * Sets a password, confirmed by a code requested for that purpose. Ends every session and opens a new one here. The
 * code is used up first and the costly hash made between two transactions, so that guessing costs no hashing; a crash
 * in between loses a code, never an account.
 */
export const resetPassword =
  (deps: SignInDeps) =>
  async (db: Db, reset: Reset): Promise<SignedIn> => {
    if (reset.password !== reset.confirmation) {
      return merchantsRefusals.refuse("merchants.password_mismatch", {}, "password_confirmation");
    }
    const now = deps.systemClock.now();
    const proof = await db.transaction(async (tx) => {
      const proof = await proveNumber(tx, deps, { ...reset, purpose: "password" }, now);
      if (proof.kind === "right") await proof.consume();
      return proof;
    });
    if (proof.kind === "refused") return proof.refuse();

    const hash = await hashPassword(reset.password);
    return db.transaction((tx) => setPassword(tx, deps, reset, hash, now));
  };

async function setPassword(
  tx: Tx,
  { systemClock, sessionLimits }: SignInDeps,
  { mobile, caller }: Reset,
  hash: string,
  now: Date,
): Promise<SignedIn> {
  const known = await findByMobile(tx, mobile);
  if (!known) return merchantsRefusals.refuse("merchants.not_signed_up", {}, "mobile_number");
  const ctx = memberTxContext(tx, { merchantId: known.id, now, requestId: caller.requestId });
  const merchant = await savePassword(ctx, hash, now);
  await clearFailedAttempts(tx, mobile, "password", toSources(caller, false));
  await endSessions({ systemClock })(ctx, "all");
  await ctx.tx.publish({ name: "merchant.password_set", merchant_id: merchant.id });
  await recordAudit(ctx, {
    module: "merchants",
    action: "merchant.password_set",
    subject: merchant.id,
    before: { has_password: known.password_hash !== null },
    after: { has_password: true },
  });
  return { merchant, token: await openSession(tx, merchant.id, caller, sessionLimits, now) };
}
