import type { Sync } from "../contract/enums.ts";
import type { CampaignRetry } from "../contract/shapes.ts";
import { type Node, nextStep } from "./sync-plan.ts";

/** What the sync worker recorded about its tries. All times are the system clock's. */
export type Tries = {
  sync: Sync;
  /** Failed tries in a row. */
  failures: number;
  retryAt: Date | null;
  /** The wait is the platform's, not our own backoff. */
  isImposed: boolean;
  /** A worker is at it until then, unless it is renewed. */
  leaseUntil: Date | null;
};

/**
 * When a campaign that could not be sent is tried again; null while nothing failed. A write with an unknown
 * outcome is not looked up before it can no longer take effect, whoever asks.
 */
export function computeRetry(root: Node, tries: Tries, now: Date): Omit<CampaignRetry, "reason"> | null {
  const { sync, failures, retryAt, isImposed, leaseUntil } = tries;
  const isAhead = retryAt !== null && retryAt > now;
  if (sync !== "pending" || (failures === 0 && !isAhead)) return null;
  if (leaseUntil !== null && leaseUntil > now) return { in_seconds: 0, can_try_now: false };
  const at = isAhead ? retryAt : now;
  const step = nextStep(root, at);
  const next = step.do === "wait" ? step.until : at;
  return {
    in_seconds: Math.ceil((next.getTime() - now.getTime()) / 1_000),
    can_try_now: !(isAhead && isImposed) && nextStep(root, now).do !== "wait",
  };
}
