import type { Status } from "#modules/campaigns/contract/enums.ts";

/**
 * Why a campaign has no figures: never started, the first ones not there yet, ended without any, or none in the chosen
 * days alone.
 */
export function getEmptyReason(
  { status }: { status: Status },
  emptiness: "not_read_yet" | "none" | null,
): "not_started" | "not_read" | "never_shown" | "none" {
  if (status === "created") return "not_started";
  if (emptiness !== "not_read_yet") return "none";
  return status === "active" ? "not_read" : "never_shown";
}
