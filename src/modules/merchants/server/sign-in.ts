import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { Caller } from "../domain/caller.ts";
import type { Challenge } from "./challenges.store.ts";
import { memberTxContext } from "./member-context.ts";
import { findByMobile, insertMerchant, type MerchantRow } from "./merchants.store.ts";
import { proveNumber, toFailure } from "./prove-number.ts";
import { openSession, type SessionLimits } from "./sessions.store.ts";

export type SignInDeps = {
  systemClock: Clock;
  codeKey: Uint8Array;
  sessionLimits: SessionLimits;
  /** Failed attempts per address and hour, over all numbers. */
  maxFailuresPerAddress: number;
};

export type SignedIn = { token: string; merchant: MerchantRow };

export type SignInAttempt = {
  mobile: string;
  code: string;
  caller: Caller;
  /** Given here by a new number that came through sign-in, not sign-up. */
  name?: string | undefined;
  email?: string | null | undefined;
};

/**
 * Signs in with a code: compared, used up and answered with a session in one transaction, so that the right code used
 * fifty times at once opens one session. A number without a merchant becomes one when a name was given, at the sign-up
 * that requested this code or here; without a name the call refuses `merchants.name_required`, and the code stays valid
 * until it expires.
 */
export const signInWithCode =
  (deps: SignInDeps) =>
  async (db: Db, attempt: SignInAttempt): Promise<SignedIn> => {
    const now = deps.systemClock.now();
    const outcome = await db.transaction(async (tx) => {
      const proof = await proveNumber(tx, deps, { ...attempt, purpose: "sign_in" }, now);
      if (proof.kind === "refused") return proof;
      const merchant =
        (await findByMobile(tx, attempt.mobile)) ?? (await signUp(tx, attempt, proof.challenge, now));
      if (!merchant) return toFailure(() => merchantsRefusals.refuse("merchants.name_required", {}, "name"));

      await proof.consume();
      const token = await openSession(tx, merchant.id, attempt.caller, deps.sessionLimits, now);
      return { kind: "signed_in" as const, token, merchant };
    });
    return outcome.kind === "refused" ? outcome.refuse() : outcome;
  };

async function signUp(
  tx: Tx,
  { mobile, caller, name, email }: SignInAttempt,
  { pending_name, pending_email }: Challenge,
  now: Date,
): Promise<MerchantRow | null> {
  const givenName = name ?? pending_name;
  if (!givenName) return null;
  const merchant = await insertMerchant(
    tx,
    { name: givenName, mobile, email: email ?? pending_email, language: caller.language },
    now,
  );
  // Two browsers that prove a new number at once are one person: the second gets the merchant of the first.
  if (!merchant) return (await findByMobile(tx, mobile)) ?? null;
  const ctx = memberTxContext(tx, { merchantId: merchant.id, now, requestId: caller.requestId });
  await ctx.tx.publish({ name: "merchant.signed_up", merchant_id: merchant.id });
  await recordAudit(ctx, {
    module: "merchants",
    action: "merchant.signed_up",
    subject: merchant.id,
    after: { name: merchant.name, email: merchant.email, language: merchant.language },
  });
  return merchant;
}
