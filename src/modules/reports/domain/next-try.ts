const firstWaitSeconds = 15;
const longestWaitSeconds = 600;

/**
 * How long an ad account is left alone after so many failures in a row: the wait doubles with each, up to ten minutes,
 * and is never shorter than what the platform asked for.
 */
export function secondsToNextTry(failures: number, requestedSeconds: number): number {
  const own = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.max(own, requestedSeconds);
}
