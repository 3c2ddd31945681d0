import type { Status, Sync } from "../contract/enums.ts";

/**
 * How far a campaign's launch is: not begun, being started, sent to the platform, running there, refused (by us or by
 * the platform), its account lost, or not running by the merchant's will.
 */
const launchStates = ["waiting", "starting", "sent", "live", "refused", "disconnected", "stopped"] as const;
export type LaunchState = (typeof launchStates)[number];

type Launching = { isUnderWay: boolean; isRefused: boolean };

export function toLaunchState(
  { status, sync }: { status: Status; sync: Sync },
  { isUnderWay, isRefused }: Launching,
): LaunchState {
  if (status === "active") return activeStates[sync];
  if (isRefused) return "refused";
  if (status === "archived" || status === "deleted") return "stopped";
  if (isUnderWay) return "starting";
  return status === "created" ? "waiting" : "stopped";
}

const activeStates: Record<Sync, LaunchState> = {
  local: "sent",
  pending: "sent",
  synced: "live",
  failed: "refused",
  disconnected: "disconnected",
};
