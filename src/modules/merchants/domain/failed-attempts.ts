import type { CodePurpose } from "../contract/words.ts";

/** Wrong tries in a row before their source is locked. */
const maxUnlockedFailures = 5;

/** Seconds of the lock after the fifth wrong try in a row, the sixth, …; the last repeats. */
const locks = [60, 120, 300, 900, 1_800, 3_600] as const;

/** When a source may try again after this many wrong tries in a row; null while tries are free. */
export function lockedUntilAfter(failures: number, now: Date): Date | null {
  if (failures < maxUnlockedFailures) return null;
  const seconds = locks[Math.min(failures - maxUnlockedFailures, locks.length - 1)] ?? 3_600;
  return new Date(now.getTime() + seconds * 1_000);
}

/** What can be guessed: the code of either purpose, and the password. Each is counted by itself. */
export type Factor = "sign_in_code" | "password_code" | "password";
export const codeFactor: Record<CodePurpose, Factor> = { sign_in: "sign_in_code", password: "password_code" };

/**
 * Wrong tries a day that all browsers unknown to a merchant may make together at its number, from however many
 * addresses. Past them a known browser and the other factor are the ways in until the day is over.
 */
export const maxStrangerFailuresPerDay: Record<Factor, number> = {
  sign_in_code: 50,
  password_code: 50,
  password: 100,
};

export const dayMs = 86_400_000;
