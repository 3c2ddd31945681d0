import type { LinkState } from "../contract/link-enums.ts";

type Times = { blocked_at: Date | null; stopped_at: Date | null; expires_at: Date | null };

/** What keeps a link from its destination, the strongest reason first. A link expires at its very moment. */
export function toLinkState({ blocked_at, stopped_at, expires_at }: Times, now: Date): LinkState {
  if (blocked_at !== null) return "blocked";
  if (stopped_at !== null) return "paused";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}
