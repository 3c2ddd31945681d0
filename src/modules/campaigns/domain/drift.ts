import type { Action } from "../contract/enums.ts";
import { isSameBudget } from "./same-budget.ts";
import { isClosed, toPlatformStatus } from "./status.ts";
import type { Node, PlatformStatus } from "./sync-plan.ts";

/** No write of ours was sent, confirmed or marked unknown between the two. */
export function isUntouched(before: Node, now: Node): boolean {
  return (
    now.unknownUntil === null &&
    before.platformId === now.platformId &&
    before.observedStatus === now.observedStatus &&
    before.observedGeneration === now.observedGeneration
  );
}

/** Whether a state requested then may still be the one from before our last write: the platform's reads lag. */
export function isBehindOurWrite({ acknowledgedAt }: Node, requestedAt: Date, lagSeconds: number): boolean {
  return acknowledgedAt !== null && requestedAt.getTime() - acknowledgedAt.getTime() < lagSeconds * 1_000;
}

/**
 * The status on the platform as drift; null when it is none. What runs there against the desired status is stopped by
 * the next sync, so that is no drift. Nor is a closed object.
 */
export function toStatusDrift({ status }: Node, observed: PlatformStatus): PlatformStatus | null {
  const isDrift = !isClosed(status) && observed !== "active" && observed !== toPlatformStatus(status);
  return isDrift ? observed : null;
}

/** Daily budgets in halalas: the merchant's, the one known to be on the platform, and the one it reports now. */
export type Budgets = { desired: number; known: number | null; reported: number | undefined };

/** Whether the platform reports another daily budget than the one known there. */
export const isNewBudget = ({ known, reported }: Pick<Budgets, "known" | "reported">): boolean =>
  reported !== undefined && known !== null && !isSameBudget(reported, known);

/**
 * The budget to record, with the drift from the merchant's; null when nothing is new, when our own is still to be sent,
 * or when the campaign has ended.
 */
export function observeBudget(
  { status, desiredGeneration, observedGeneration }: Node,
  { desired, known, reported }: Budgets,
): { observed: number; drift: number | null } | null {
  const isOursUnderWay = desiredGeneration !== observedGeneration || isClosed(status);
  if (reported === undefined || isOursUnderWay || !isNewBudget({ known, reported })) return null;
  return { observed: reported, drift: isSameBudget(reported, desired) ? null : reported };
}

/** The action of ours that a status set on the platform amounts to, when the merchant accepts it. */
export const toAcceptedAction = (drift: PlatformStatus): Extract<Action, "pause" | "archive"> =>
  drift === "deleted" ? "archive" : "pause";
