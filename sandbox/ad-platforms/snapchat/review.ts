import { decideReview, type Review } from "../shared/reviewer.ts";
import type { StoredObject } from "./registry.ts";

/** The review result so far, counted from the later of the ad's and its creative's last change. */
export function reviewAd(ad: StoredObject, creative: StoredObject | undefined, now: Date): Review {
  const submitted = Math.max(ad.submitted_at, creative?.submitted_at ?? 0);
  return decideReview(submitted, String(creative?.wire.headline ?? ""), now);
}
