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
