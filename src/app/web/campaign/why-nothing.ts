import type { Status } from "#modules/campaigns/contract/words.ts";

/** Which kind of nothing a campaign without figures is: never started, never read, or read and truly none in the period. */
export function whyNothing(
  campaign: { status: Status },
  asOf: string | null,
): "not_started" | "not_read" | "none" {
  if (campaign.status === "created") return "not_started";
  return asOf === null ? "not_read" : "none";
}
