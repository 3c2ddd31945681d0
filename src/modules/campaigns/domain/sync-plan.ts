import type { Status, Sync } from "../contract/enums.ts";
import { isClosed, toPlatformStatus } from "./status.ts";

/** One campaign, ad group or ad: what is wanted beside what the platform has confirmed. */
export type Node = {
  level: "campaign" | "ad_group" | "ad";
  id: string;
  status: Status;
  desiredGeneration: number;
  observedGeneration: number;
  platformId: string | null;
  observedStatus: "active" | "paused" | "deleted" | null;
  /** When it last confirmed something we sent. */
  acknowledgedAt: Date | null;
  /** A create was sent and its outcome is not known. */
  createIntent: boolean;
  /** A write without an answer may still land until then. */
  unknownUntil: Date | null;
  /** The platform refused it; nothing but stopping is tried until it is changed or tried again by hand. */
  hasFault: boolean;
  /** It was changed on the platform itself: it is not started again before the merchant has decided. */
  hasDrift: boolean;
  /** Of campaigns: its daily budget was changed there. It runs on; the merchant decides which budget counts. */
  hasBudgetDrift: boolean;
  children: Node[];
};

export type Step =
  | { do: "stop" | "start" | "create" | "update" | "remove" | "reconcile"; node: Node; parent: Node | null }
  | { do: "wait"; until: Date }
  | { do: "nothing" };

/**
 * The next thing to do so that the platform comes to hold what is wanted, or `nothing` when it does. The order is the
 * promise: stops before all else; what is in doubt is looked at before it is repeated, and not before the lost write can
 * no longer land; parents before children; and the campaign is started last, when all below it stands.
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

/** Parents before children. What hangs under something deleted goes with it and needs nothing of its own. */
function flatten(node: Node, parent: Node | null): Place[] {
  const gone = node.status === "deleted";
  return [{ node, parent }, ...(gone ? [] : node.children.flatMap((child) => flatten(child, node)))];
}

/** Faults and doubts do not hold a stop back: it may be repeated, and never waits for an answer that may not come. */
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

/** What a reader is told of one object: its state, and how far the platform follows. */
export type DisplayState = { status: Status; sync: Sync };

/**
 * An ad group or ad as it stands below its parent. What has ended above has ended it too, whatever its own last wish
 * was: nothing of its own is sent any more, so it has come as far as its parent has.
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

/** Without a permission nothing is sent and nothing can be confirmed. A refusal stays one; what has ended asks nothing more. */
function toDisconnected(own: DisplayState): DisplayState {
  const waits = own.sync === "pending" || (own.sync === "synced" && !isClosed(own.status));
  return waits ? { ...own, sync: "disconnected" } : own;
}

/** How one object stands, for its badge. */
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

/** True when anything that is still wanted was refused by the platform or changed there. */
export function hasErrors(campaign: Node): boolean {
  return flatten(campaign, null).some(({ node }) => hasOwnErrors(node));
}

const hasOwnErrors = ({ hasFault, hasDrift, hasBudgetDrift }: Node) => hasFault || hasDrift || hasBudgetDrift;
