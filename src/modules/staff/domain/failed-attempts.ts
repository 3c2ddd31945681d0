import { lockedUntilAfter } from "#base/shared/lockout.ts";

/** What can be guessed; each is counted separately. A recovery code counts as the second factor it replaces. */
export type Factor = "password" | "second_factor";

/** Where failed attempts come from: one address, or all addresses that the person has not signed in from together. */
export type Source = { kind: "address"; address: string } | { kind: "strangers" };

export type FailureCount = { failures: number; since: Date };

/**
 * Failed attempts per day at one person that addresses unknown to them may make together. Above it, the person signs in
 * only from an address they have signed in from before, until the day is over.
 */
export const maxStrangerFailuresPerDay: Record<Factor, number> = { password: 50, second_factor: 20 };

const dayMs = 86_400_000;

/** The count with one more failed attempt, and until when it locks its source; the strangers' restarts each day. */
export function addFailure(
  factor: Factor,
  source: Source,
  { failures, since }: FailureCount,
  now: Date,
): FailureCount & { lockedUntil: Date | null } {
  if (source.kind === "address")
    return { failures: failures + 1, since, lockedUntil: lockedUntilAfter(failures + 1, now) };
  const isOver = now.getTime() - since.getTime() >= dayMs;
  const next = isOver ? { failures: 1, since: now } : { failures: failures + 1, since };
  const isFull = next.failures >= maxStrangerFailuresPerDay[factor];
  return { ...next, lockedUntil: isFull ? new Date(next.since.getTime() + dayMs) : null };
}
