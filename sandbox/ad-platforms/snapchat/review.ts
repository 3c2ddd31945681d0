import { judge, type Review } from "../shared/reviewer.ts";
import type { Kept } from "./registry.ts";

/** What the reviewer has said by now, counted from the later of the ad's and its creative's last change. */
export function reviewOf(ad: Kept, creative: Kept | undefined, now: Date): Review {
  const submitted = Math.max(ad.submitted_at, creative?.submitted_at ?? 0);
  return judge(submitted, String(creative?.wire.headline ?? ""), now);
}
