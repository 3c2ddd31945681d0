import type { Clock } from "#base/server/clock.ts";
import type { Db, Tx } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { type ChallengeRow, consumeCode } from "./challenges.store.ts";
import { findByMobile, insertMerchant, type MerchantRow } from "./merchants.store.ts";
import { proveNumber, refused } from "./prove-number.ts";
import { type Origin, openSession, type SessionLimits } from "./sessions.store.ts";

export type SignInDeps = {
  db: Db;
  systemClock: Clock;
  codeKey: Uint8Array;
  sessionLimits: SessionLimits;
  /** Wrong tries of one address in an hour, over all numbers. */
  wrongTriesPerAddress: number;
};

export type SignedIn = { token: string; merchant: MerchantRow };

export type SignInTry = Origin & {
  mobile: string;
  code: string;
  language: Language;
  /** A new number may tell its name here, when it came by sign-in rather than sign-up. */
  name?: string | undefined;
  email?: string | null | undefined;
};

/**
 * Signs in with the code: compared, used up, and answered with a session in one step, so that the right code used
 * fifty times at once opens one session. A number without a merchant becomes one when it has told a name, at sign-up
 * or here; without a name it is asked for one, and its code stays good until its time is up.
 */
export async function signInWithCode(deps: SignInDeps, attempt: SignInTry): Promise<SignedIn> {
  const now = deps.systemClock.now();
  const outcome = await deps.db.transaction(async (tx) => {
    const proof = await proveNumber(tx, deps, { ...attempt, purpose: "sign_in" }, now);
    if (proof.kind === "refused") return proof;
    const merchant = (await findByMobile(tx, attempt.mobile)) ?? (await signUp(tx, attempt, proof.row, now));
    if (!merchant) return refused(() => merchantsRefusals.refuse("merchants.name_required", {}, "name"));

    await consumeCode(tx, attempt.mobile, proof.row.send_id, now);
    const token = await openSession(tx, merchant.id, attempt, deps.sessionLimits, now);
    return { kind: "signed_in" as const, token, merchant };
  });
  return outcome.kind === "refused" ? outcome.refuse() : outcome;
}

async function signUp(
  tx: Tx,
  { mobile, language, name, email }: SignInTry,
  { pending_name, pending_email }: ChallengeRow,
  now: Date,
): Promise<MerchantRow | null> {
  const told = name ?? pending_name;
  if (!told) return null;
  const merchant = await insertMerchant(
    tx,
    { name: told, mobile, email: email ?? pending_email, language },
    now,
  );
  await tx.announce({ name: "merchant.signed_up", merchant_id: merchant.id });
  return merchant;
}
