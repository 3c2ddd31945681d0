import type { Status, Sync } from "../contract/enums.ts";
import type { CampaignDetails } from "../contract/shapes.ts";

/**
 * How far a campaign's launch is: not begun, being started, sent to the platform, tried again because the platform does
 * not answer, running there, refused (by us or by the platform), its account lost, or not running by the merchant's will.
 */
const launchStates = [
  "waiting",
  "starting",
  "sent",
  "retrying",
  "live",
  "refused",
  "disconnected",
  "stopped",
] as const;
export type LaunchState = (typeof launchStates)[number];

type Launching = { isUnderWay: boolean; isRefused: boolean };

export function toLaunchState(
  { status, sync, retry }: { status: Status; sync: Sync } & Pick<CampaignDetails, "retry">,
  { isUnderWay, isRefused }: Launching,
): LaunchState {
  if (status === "active") return retry && retry.reason === null ? "retrying" : activeStates[sync];
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
