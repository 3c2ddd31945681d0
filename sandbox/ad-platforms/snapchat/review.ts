import { REVIEW_MINUTES, TRIGGER_WORDS } from "./facts.ts";
import type { Kept } from "./registry.ts";

export type Review = { status: "PENDING" | "APPROVED" | "REJECTED"; reasons: string[] };

/**
 * What the reviewer has said by now. Counts in world minutes from the later of the ad's and its creative's
 * last change; a headline with a trigger word is rejected, and stays so until it is changed.
 */
export function reviewOf(ad: Kept, creative: Kept | undefined, now: Date): Review {
  const submitted = Math.max(ad.submitted_at, creative?.submitted_at ?? 0);
  if (now.getTime() < submitted + REVIEW_MINUTES * 60_000) return { status: "PENDING", reasons: [] };
  const headline = String(creative?.wire.headline ?? "").toLowerCase();
  const reasons = Object.entries(TRIGGER_WORDS)
    .filter(([word]) => headline.includes(word))
    .map(([, reason]) => reason);
  return reasons.length > 0 ? { status: "REJECTED", reasons } : { status: "APPROVED", reasons: [] };
}
