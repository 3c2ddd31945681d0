import type { Tx } from "#base/server/db/db.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { CodePurpose } from "../contract/words.ts";
import type { Caller } from "../domain/caller.ts";
import { judgeCode } from "../domain/challenge.ts";
import { codeFactor } from "../domain/wrong-tries.ts";
import { addressWaitSeconds, countWrongTry } from "./address-tries.store.ts";
import { type Challenge, consumeCode, lockChallenges } from "./challenges.store.ts";
import { hashCode } from "./proofs.ts";
import { isKnownBrowser } from "./sessions.store.ts";
import {
  addressSource,
  browserSource,
  countWrongTries,
  findLock,
  forgiveTries,
  sourcesOf,
} from "./wrong-tries.store.ts";

export type CodeTry = { mobile: string; purpose: CodePurpose; code: string; caller: Caller };

/**
 * A refusal that must not undo what the transaction wrote (a wrong try has to stay counted): it is returned, the
 * transaction commits, and only then `refuse` throws it.
 */
export type Failure = { kind: "refused"; refuse: () => never };
export type Proof =
  | {
      kind: "right";
      challenge: Challenge;
      /** The code has done its work: it is gone, and the wrong tries before it are forgiven. */
      consume(): Promise<void>;
    }
  | Failure;

/** Compares the code with those its caller asked for, under their lock; wrong ones are counted before it opens. */
export async function proveNumber(
  tx: Tx,
  { codeKey, wrongTriesPerAddress }: { codeKey: Uint8Array; wrongTriesPerAddress: number },
  { mobile, purpose, code, caller }: CodeTry,
  now: Date,
): Promise<Proof> {
  const factor = codeFactor[purpose];
  // What happens at an address holds up only callers without a cookie: a browser's own challenge stays its own.
  const own = [caller.showedCookie ? browserSource(caller) : addressSource(caller)];
  // A flood of guesses is refused here and queues up nowhere; the lock is read again once it is our turn.
  const lockedEarly = await findLock(tx, mobile, factor, own, now);
  if (lockedEarly) return refused(() => refuseLocked(lockedEarly, now, "code"));

  const challenges = await lockChallenges(tx, { mobile, purpose }, caller);
  const isKnown = await isKnownBrowser(tx, mobile, caller);
  const waitSeconds = isKnown ? 0 : await addressWaitSeconds(tx, caller.address, wrongTriesPerAddress, now);
  if (waitSeconds > 0)
    return refused(() => merchantsRefusals.refuse("merchants.address_spent", waitParams(waitSeconds)));

  const sources = sourcesOf(caller, isKnown);
  const lockedUntil = await findLock(tx, mobile, factor, own, now);
  const codeHash = hashCode(codeKey, mobile, purpose, code);
  const verdict = judgeCode(challenges, { codeHash, lockedUntil }, now);
  switch (verdict.kind) {
    case "right":
      return {
        kind: "right",
        challenge: verdict.code,
        async consume() {
          await consumeCode(tx, { mobile, purpose }, verdict.code, now);
          await forgiveTries(tx, mobile, factor, sources);
        },
      };
    case "expired":
      return refused(() => merchantsRefusals.refuse("merchants.code_expired", {}, "code"));
    case "locked":
      return refused(() => refuseLocked(verdict.until, now, "code"));
    case "wrong": {
      const lockedNow = await countWrongTries(tx, mobile, factor, sources, now);
      await countWrongTry(tx, caller.address, now);
      return refused(() =>
        lockedNow
          ? refuseLocked(lockedNow, now, "code")
          : merchantsRefusals.refuse("merchants.code_wrong", {}, "code"),
      );
    }
  }
}

export const refused = (refuse: () => never): Failure => ({ kind: "refused", refuse });

export function refuseLocked(until: Date, now: Date, field: string): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return merchantsRefusals.refuse("merchants.number_locked", waitParams(seconds), field);
}
