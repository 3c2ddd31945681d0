const hourMs = 3_600_000;
/** Platforms still add to the hours before a stop. */
const settlingMs = 3 * hourMs;
const dayMs = 24 * hourMs;

/** An account's campaigns whose figures may still change: whether one runs, and when the last of the others stopped. */
export type OpenCampaigns = { isRunning: boolean; stoppedAt: Date | null };

/**
 * Seconds to an account's next poll, where `every` is the usual gap: running campaigns often, those that stopped today
 * twelve times as rarely (every hour of the usual five minutes), older ones once a day. Null when nothing can change any
 * more.
 */
export function computePollGap(
  { isRunning, stoppedAt }: OpenCampaigns,
  now: Date,
  every: number,
): number | null {
  if (isPolledOften({ isRunning, stoppedAt }, now)) return every;
  if (stoppedAt === null) return null;
  return now.getTime() - stoppedAt.getTime() < dayMs ? every * 12 : every * 288;
}

export function isPolledOften({ isRunning, stoppedAt }: OpenCampaigns, now: Date): boolean {
  return isRunning || (stoppedAt !== null && now.getTime() - stoppedAt.getTime() < settlingMs);
}

/** The instant after which an account must have run to be polled often. */
export const oftenSince = (now: Date): Date => new Date(now.getTime() - settlingMs);
