import type { Status, Sync } from "../contract/enums.ts";
import { isClosed, toPlatformStatus } from "./status.ts";

export const levels = ["campaign", "ad_group", "ad"] as const;
export type Level = (typeof levels)[number];

/** A status on the platform, which knows no "created" and no "archived". */
export type PlatformStatus = "active" | "paused" | "deleted";

/** One campaign, ad group or ad: its desired state beside its observed state on the platform. */
export type Node = {
  level: Level;
  id: string;
  status: Status;
  desiredGeneration: number;
  observedGeneration: number;
  platformId: string | null;
  observedStatus: PlatformStatus | null;
  /** When the platform last confirmed a write of ours. */
  acknowledgedAt: Date | null;
  /** A create was sent and its outcome is unknown. */
  createIntent: boolean;
  /** A write without a response may still take effect until then. */
  unknownUntil: Date | null;
  /** The platform refused it. Only a stop is sent until the merchant changes it or retries. */
  hasFault: boolean;
  /** Its status was changed on the platform itself. It is not started again until the merchant decides. */
  hasDrift: boolean;
  /**
   * Campaigns only: its daily budget was changed on the platform. It keeps running; the merchant decides which budget
   * counts.
   */
  hasBudgetDrift: boolean;
  children: Node[];
};

export type Step =
  | { do: "stop" | "start" | "create" | "update" | "remove" | "reconcile"; node: Node; parent: Node | null }
  | { do: "wait"; until: Date }
  | { do: "nothing" };

/**
 * The next step that brings the platform to the desired state, or `nothing` when it is there. The order is the
 * guarantee: stops come first; a write with an unknown outcome is reconciled before it is repeated, and only after it
 * can no longer take effect; parents before children; the campaign starts last, when everything below it exists.
 */
export function nextStep(campaign: Node, now: Date): Step {
  const all = flatten(campaign, null);
  const retryable = all.filter(({ node }) => !node.hasFault);
  const clear = retryable.filter(({ node }) => node.unknownUntil === null);
  const unknowns = retryable.filter(({ node }) => node.unknownUntil !== null);

  return (
    toStep("stop", all.find(needsStop)) ??
    toStep("remove", all.find(needsRemoval)) ??
    toStep(
      "reconcile",
      unknowns.find(({ node }) => node.unknownUntil !== null && node.unknownUntil <= now),
    ) ??
    toStep("create", clear.find(needsCreation)) ??
    toStep("update", clear.find(needsUpdate)) ??
    toStep("start", clear.toReversed().find(needsStart)) ??
    toWaitStep(unknowns.map(({ node }) => node.unknownUntil)) ?? { do: "nothing" }
  );
}

type Place = { node: Node; parent: Node | null };

/** Parents before children. Children of a deleted object are deleted with it and need no step of their own. */
function flatten(node: Node, parent: Node | null): Place[] {
  const isDeleted = node.status === "deleted";
  return [{ node, parent }, ...(isDeleted ? [] : node.children.flatMap((child) => flatten(child, node)))];
}

/** A fault or an unknown outcome does not delay a stop: a stop may be repeated, and never waits for a response. */
function needsStop({ node }: Place): boolean {
  if (node.platformId === null || toPlatformStatus(node.status) !== "paused") return false;
  return node.observedStatus === "active";
}

function needsRemoval({ node }: Place): boolean {
  return node.platformId !== null && node.status === "deleted" && node.observedStatus !== "deleted";
}

function needsCreation({ node, parent }: Place): boolean {
  if (node.platformId !== null || isClosed(node.status)) return false;
  return parent === null || (parent.platformId !== null && !isClosed(parent.status));
}

function needsUpdate({ node, parent }: Place): boolean {
  if (node.platformId === null || isClosed(node.status) || (parent && isClosed(parent.status))) return false;
  return node.observedStatus !== "deleted" && node.desiredGeneration > node.observedGeneration;
}

function needsStart({ node }: Place): boolean {
  const isDesired = node.status === "active" && !node.hasDrift;
  return isDesired && node.platformId !== null && node.observedStatus === "paused";
}

function toStep<Do extends "stop" | "start" | "create" | "update" | "remove" | "reconcile">(
  act: Do,
  place: Place | undefined,
): Step | undefined {
  return place && { do: act, ...place };
}

function toWaitStep(times: readonly (Date | null)[]): Step | undefined {
  const first = times
    .filter((time) => time !== null)
    .sort((one, other) => one.getTime() - other.getTime())[0];
  return first && { do: "wait", until: first };
}

/** What the API shows of one object: its status and its sync state. */
export type DisplayState = { status: Status; sync: Sync };

/**
 * The display state of an ad group or ad below its parent. A closed parent closes it too, whatever its own status is:
 * nothing is sent for it any more, so its sync state is its parent's.
 */
export function computeDisplayState(
  parent: DisplayState,
  node: Node,
  campaign: { published: boolean; sync: Sync },
): DisplayState {
  if (!isClosed(parent.status) || node.status === "deleted") {
    const own = { status: node.status, sync: computeSync(node, campaign.published) };
    return campaign.sync === "disconnected" ? toDisconnected(own) : own;
  }
  if (hasOwnErrors(node)) return { status: parent.status, sync: "failed" };
  return { status: parent.status, sync: node.platformId === null ? "local" : parent.sync };
}

/** Without access nothing is sent and nothing is confirmed. A refusal stays; a closed object needs nothing more. */
function toDisconnected(own: DisplayState): DisplayState {
  const waits = own.sync === "pending" || (own.sync === "synced" && !isClosed(own.status));
  return waits ? { ...own, sync: "disconnected" } : own;
}

/** The sync state of one object, for its badge. */
export function computeSync(node: Node, isPublished: boolean): Sync {
  if (hasOwnErrors(node)) return "failed";
  if (!isPublished) return "local";
  if (node.platformId === null) return isClosed(node.status) && !node.createIntent ? "local" : "pending";
  const isSame =
    node.observedStatus === toPlatformStatus(node.status) ||
    (isClosed(node.status) && node.observedStatus === "deleted");
  const isCurrent = isClosed(node.status) || node.observedGeneration >= node.desiredGeneration;
  return isSame && isCurrent && node.unknownUntil === null ? "synced" : "pending";
}

/** True when anything in the campaign was refused by the platform or changed there. */
export function hasErrors(campaign: Node): boolean {
  return flatten(campaign, null).some(({ node }) => hasOwnErrors(node));
}

const hasOwnErrors = ({ hasFault, hasDrift, hasBudgetDrift }: Node) => hasFault || hasDrift || hasBudgetDrift;
