import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { Action, Status } from "../contract/enums.ts";

/** The state machine of campaigns, ad groups and ads alike. */
const transitions: Record<Action, { from: readonly Status[]; to: Status }> = {
  start: { from: ["created"], to: "active" },
  pause: { from: ["active"], to: "paused" },
  relaunch: { from: ["paused"], to: "active" },
  archive: { from: ["created", "active", "paused"], to: "archived" },
  delete: { from: ["created", "paused", "archived"], to: "deleted" }, // an active one is paused first
};

/** The actions open to something in this state, deleting an active one included. */
export function actionsFor(status: Status): Action[] {
  const open = Object.entries(transitions).filter(([, { from }]) => from.includes(status));
  const actions = open.map(([action]) => action as Action);
  return status === "active" ? [...actions, "delete"] : actions;
}

/**
 * The states an action passes through: deleting something active passes through paused. An action that has already
 * happened gives an empty path and no error (two tabs, two clicks). Refuses what the state does not allow.
 */
export function transitionPath(status: Status, action: Action): Status[] {
  const { from, to } = transitions[action];
  if (status === to && action !== "start" && action !== "relaunch") return [];
  if (from.includes(status)) return [to];
  if (action === "delete" && status === "active") return [transitions.pause.to, to];
  return campaignsRefusals.refuse("campaigns.transition_not_allowed", { action, status });
}

/** The platform status for a status of ours; the platform has no "created" and no "archived". */
export function toPlatformStatus(status: Status): "active" | "paused" | "deleted" {
  return status === "active" || status === "deleted" ? status : "paused";
}

/** Ended for good: nothing is created or changed on the platform for it any more, it is only stopped. */
export const isClosed = (status: Status): boolean => status === "archived" || status === "deleted";
