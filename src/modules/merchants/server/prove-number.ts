import type { Tx } from "#base/server/db/db.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import type { CodePurpose } from "../contract/words.ts";
import { judgeCode } from "../domain/challenge.ts";
import { addressWaitSeconds, countWrongTry } from "./address-tries.store.ts";
import { waitParams } from "./ask-for-code.ts";
import { type ChallengeRow, challengeOf, lockChallenge, saveTries } from "./challenges.store.ts";
import { hashCode } from "./proofs.ts";

export type CodeTry = { mobile: string; purpose: CodePurpose; code: string; address: string };

/**
 * A refusal that must not undo what the transaction wrote (a wrong try has to stay counted): it is returned, the
 * transaction commits, and only then `refuse` throws it.
 */
export type Failure = { kind: "refused"; refuse: () => never };
export type Proof = { kind: "right"; row: ChallengeRow } | Failure;

/** Compares the code with the number's living one, under the number's lock; wrong ones are counted before it opens. */
export async function proveNumber(
  tx: Tx,
  { codeKey, wrongTriesPerAddress }: { codeKey: Uint8Array; wrongTriesPerAddress: number },
  { mobile, purpose, code, address }: CodeTry,
  now: Date,
): Promise<Proof> {
  const row = await lockChallenge(tx, mobile);
  const waitSeconds = await addressWaitSeconds(tx, address, wrongTriesPerAddress, now);
  if (waitSeconds > 0)
    return refused(() => merchantsRefusals.refuse("merchants.address_spent", waitParams(waitSeconds)));

  const verdict = judgeCode(
    challengeOf(row),
    { purpose, codeHash: hashCode(codeKey, mobile, purpose, code) },
    now,
  );
  switch (verdict.kind) {
    case "right":
      // A right verdict means there was a row.
      return row ? { kind: "right", row } : refused(expired);
    case "expired":
      return refused(expired);
    case "locked":
      return refused(() => refuseLocked(verdict.until, now, "code"));
    case "wrong":
      await saveTries(tx, "code", mobile, verdict, now);
      await countWrongTry(tx, address, now);
      return refused(() =>
        verdict.lockedUntil
          ? refuseLocked(verdict.lockedUntil, now, "code")
          : merchantsRefusals.refuse("merchants.code_wrong", {}, "code"),
      );
  }
}

export const refused = (refuse: () => never): Failure => ({ kind: "refused", refuse });

export function refuseLocked(until: Date, now: Date, field: string): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return merchantsRefusals.refuse("merchants.number_locked", waitParams(seconds), field);
}

const expired = () => merchantsRefusals.refuse("merchants.code_expired", {}, "code");
