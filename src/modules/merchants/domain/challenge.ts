import { timingSafeEqual } from "node:crypto";
import type { CodePurpose } from "../contract/words.ts";

/** A code lives five minutes. */
export const codeLifeSeconds = 300;
/** Wrong tries in a row before the number's challenge is locked. */
export const freeTries = 5;

/** Seconds of the lock after the fifth wrong try in a row, the sixth, …; the last repeats. */
const locks = [60, 120, 300, 900, 1_800, 3_600] as const;

/** When the challenge opens again after this many wrong tries in a row; null while tries are free. */
export function lockedUntilAfter(failures: number, now: Date): Date | null {
  if (failures < freeTries) return null;
  const seconds = locks[Math.min(failures - freeTries, locks.length - 1)] ?? 3_600;
  return new Date(now.getTime() + seconds * 1_000);
}

/** What a number's row says of its code. */
export type Challenge = {
  purpose: CodePurpose | null;
  codeHash: Uint8Array | null;
  expiresAt: Date | null;
  failures: number;
  lockedUntil: Date | null;
};

export type Verdict =
  | { kind: "right" }
  | { kind: "locked"; until: Date }
  /** Nothing to compare with: never asked for, used, too old, or asked for something else. Not a try. */
  | { kind: "expired" }
  | { kind: "wrong"; failures: number; lockedUntil: Date | null };

/** Judges one try. A locked challenge judges nothing, the right code included. */
export function judgeCode(
  challenge: Challenge | undefined,
  attempt: { purpose: CodePurpose; codeHash: Uint8Array },
  now: Date,
): Verdict {
  if (challenge?.lockedUntil && challenge.lockedUntil > now)
    return { kind: "locked", until: challenge.lockedUntil };
  const { codeHash, expiresAt, purpose } = challenge ?? {};
  if (!challenge || !codeHash || !expiresAt || expiresAt <= now || purpose !== attempt.purpose) {
    return { kind: "expired" };
  }
  if (sameBytes(codeHash, attempt.codeHash)) return { kind: "right" };
  const failures = challenge.failures + 1;
  return { kind: "wrong", failures, lockedUntil: lockedUntilAfter(failures, now) };
}

/** Constant time; unequal lengths are simply unequal, where the platform's own comparison would throw. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
