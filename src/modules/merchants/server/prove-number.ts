import type { Tx } from "#base/server/db/db.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import type { CodePurpose } from "../contract/enums.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { Caller } from "../domain/caller.ts";
import { checkCode } from "../domain/challenge.ts";
import { codeFactor } from "../domain/failed-attempts.ts";
import { addressWaitSeconds, countAddressFailure } from "./address-failures.store.ts";
import { type Challenge, deleteChallenge, lockChallenges } from "./challenges.store.ts";
import { markSendUsed } from "./code-sends.store.ts";
import {
  addressSource,
  browserSource,
  clearFailedAttempts,
  countFailedAttempts,
  findLock,
  toSources,
} from "./failed-attempts.store.ts";
import { hashCode } from "./proofs.ts";
import { isKnownBrowser } from "./sessions.store.ts";

export type CodeAttempt = {
  mobile: string;
  purpose: CodePurpose;
  code: string;
  caller: Caller;
  /** The field that a refusal marks. */
  field?: string;
};

/**
 * A refusal that must not roll back what the transaction wrote (a failed attempt must stay counted): it is returned,
 * the transaction commits, and only then `refuse` throws it.
 */
export type Failure = { kind: "refused"; refuse: () => never };
export type Proof =
  | {
      kind: "right";
      challenge: Challenge;
      /** Deletes the used code, and the failed attempts before it. */
      consume(): Promise<void>;
    }
  | Failure;

/**
 * Compares the code with those its caller requested, under their lock; a failed attempt is counted before the lock is
 * released.
 */
export async function proveNumber(
  tx: Tx,
  { codeKey, maxFailuresPerAddress }: { codeKey: Uint8Array; maxFailuresPerAddress: number },
  { mobile, purpose, code, caller, field = "code" }: CodeAttempt,
  now: Date,
): Promise<Proof> {
  const factor = codeFactor[purpose];
  // Locks of an address apply only to callers without a cookie: a browser's own challenge is not affected by its
  // address.
  const own = [caller.hasCookie ? browserSource(caller) : addressSource(caller)];
  // Refuses a flood of guesses here, before they queue for the lock; the source's lock is read again once the challenge
  // is locked.
  const lockedEarly = await findLock(tx, mobile, factor, own, now);
  if (lockedEarly) return toFailure(() => refuseLocked(lockedEarly, now, field));

  const challenges = await lockChallenges(tx, { mobile, purpose }, caller);
  const isKnown = await isKnownBrowser(tx, mobile, caller);
  const waitSeconds = isKnown ? 0 : await addressWaitSeconds(tx, caller.address, maxFailuresPerAddress, now);
  if (waitSeconds > 0)
    return toFailure(() => merchantsRefusals.refuse("merchants.address_spent", waitParams(waitSeconds)));

  const sources = toSources(caller, isKnown);
  const lockedUntil = await findLock(tx, mobile, factor, own, now);
  const codeHash = hashCode(codeKey, mobile, purpose, code);
  const verdict = checkCode(challenges, { codeHash, lockedUntil }, now);
  switch (verdict.kind) {
    case "right":
      return {
        kind: "right",
        challenge: verdict.code,
        async consume() {
          await deleteChallenge(tx, { mobile, purpose }, verdict.code);
          await markSendUsed(tx, verdict.code.send_id, now);
          await clearFailedAttempts(tx, mobile, factor, sources);
        },
      };
    case "expired":
      return toFailure(() => merchantsRefusals.refuse("merchants.code_expired", {}, field));
    case "locked":
      return toFailure(() => refuseLocked(verdict.until, now, field));
    case "wrong": {
      const lockedNow = await countFailedAttempts(tx, mobile, factor, sources, now);
      await countAddressFailure(tx, caller.address, now);
      return toFailure(() =>
        lockedNow
          ? refuseLocked(lockedNow, now, field)
          : merchantsRefusals.refuse("merchants.code_wrong", {}, field),
      );
    }
  }
}

export const toFailure = (refuse: () => never): Failure => ({ kind: "refused", refuse });

export function refuseLocked(until: Date, now: Date, field: string): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return merchantsRefusals.refuse("merchants.number_locked", waitParams(seconds), field);
}
