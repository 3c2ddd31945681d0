import type { FetchedJob } from "./job-workers.ts";

/** The first `count` waiting jobs of a queue, but for those of some groups. */
type Fetch = (count: number, exceptGroups: readonly string[]) => Promise<FetchedJob[]>;

/** A round with more groups than these ends: the next one begins with whoever waits longest. */
const longestRound = 1_000;

/**
 * Takes a queue's jobs in rounds: a group (a merchant) that had its turn waits until every other one with jobs had
 * theirs, so ten thousand jobs of one merchant hold up those of another by one turn. Where nobody else waits, a
 * merchant's jobs follow each other at once. A round is this process's own.
 */
export function fetchFairly(fetch: Fetch): (count: number) => Promise<FetchedJob[]> {
  const served = new Set<string>();
  return async (count) => {
    const jobs = await fetch(count, [...served]);
    if (jobs.length < count && served.size > 0) {
      served.clear();
      jobs.push(...(await fetch(count - jobs.length, [])));
    }
    const isDrained = jobs.length < count;
    if (isDrained || served.size >= longestRound) served.clear();
    if (!isDrained) for (const { groupId } of jobs) if (groupId) served.add(groupId);
    return jobs;
  };
}
