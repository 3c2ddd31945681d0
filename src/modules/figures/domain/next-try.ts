const firstWaitSeconds = 15;
const longestWaitSeconds = 600;

/**
 * The wait of an ad account after this many failures in a row, in seconds: it doubles with each, up to ten minutes, and
 * is never shorter than the wait the platform imposed.
 */
export function secondsToNextTry(failures: number, requestedSeconds: number): number {
  const own = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.max(own, requestedSeconds);
}
