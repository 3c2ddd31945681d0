import type { CodePurpose } from "../contract/enums.ts";

/** Consecutive failed attempts at which their source is locked. */
const maxUnlockedFailures = 5;

/** Seconds of the lock after the fifth consecutive failed attempt, the sixth, …; the last value repeats. */
const locks = [60, 120, 300, 900, 1_800, 3_600] as const;

/** Until when a source is locked after this many consecutive failed attempts; null below the limit. */
export function lockedUntilAfter(failures: number, now: Date): Date | null {
  if (failures < maxUnlockedFailures) return null;
  const seconds = locks[Math.min(failures - maxUnlockedFailures, locks.length - 1)] ?? 3_600;
  return new Date(now.getTime() + seconds * 1_000);
}

/** What can be guessed: the code of either purpose, and the password. Each is counted separately. */
export type Factor = "sign_in_code" | "password_code" | "password";
export const codeFactor: Record<CodePurpose, Factor> = { sign_in: "sign_in_code", password: "password_code" };

/**
 * Failed attempts per day at one number that all browsers unknown to its merchant may make together, from any number of
 * addresses. Above it, only a known browser or the other factor can sign in until the day is over.
 */
export const maxStrangerFailuresPerDay: Record<Factor, number> = {
  sign_in_code: 50,
  password_code: 50,
  password: 100,
};

export const dayMs = 86_400_000;
