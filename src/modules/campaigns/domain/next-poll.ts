import type { Status } from "../contract/enums.ts";
import { isClosed } from "./status.ts";

/** Within a quarter of an hour, with the wait for the minute's run and for a free slot. */
const whileRunning = 780;
const anHour = 3_600;
const firstGap = 5;

export type PollFacts = {
  status: Status;
  /** Polls since the last write, this one included. */
  pollCount: number;
  /** The platform has not decided about one of its ads. */
  isUnderReview: boolean;
};

/**
 * Seconds until the next poll; null for a campaign that has ended. While an ad is under review: after 10, 20, 40 …
 * seconds. Otherwise every thirteen minutes while the campaign runs, every hour while it is paused.
 */
export function computePollGapSeconds({ status, pollCount, isUnderReview }: PollFacts): number | null {
  if (isClosed(status)) return null;
  const usual = status === "active" ? whileRunning : anHour;
  return isUnderReview ? Math.min(usual, firstGap * 2 ** Math.min(pollCount, 10)) : usual;
}
