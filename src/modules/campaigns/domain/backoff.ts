const longestBackoffSeconds = 600;

/**
 * How long our own next try waits after so many failures in a row: 2, 4, 8 … seconds, at most ten minutes, each a
 * quarter shorter or longer by `random` (from 0 to 1), so that campaigns which failed together do not return together.
 */
export function computeBackoffSeconds(failures: number, random: number): number {
  return Math.min(longestBackoffSeconds, 2 ** Math.min(failures, 10)) * (0.75 + random / 2);
}
