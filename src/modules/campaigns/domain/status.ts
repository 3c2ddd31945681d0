import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { type Action, actions, type BulkStatusAction, type Status } from "../contract/enums.ts";

type EventsByAction = {
  start: "started";
  pause: "paused";
  relaunch: "relaunched";
  archive: "archived";
  delete: "paused" | "deleted";
};

/** The part of an event's name after its object: a campaign that is `paused` publishes `campaign.paused`. */
export type StatusEvent<A extends Action = Action> = EventsByAction[A];

/** The status that an action leads to, and its events in order; no events when the action has already happened. */
export type Transition<A extends Action = Action> = { status: Status; events: readonly StatusEvent<A>[] };

/** A change of what has one status. */
export type StatusMove = { from: Status; to: Status };

type Transitions = {
  [A in Action]: { to: Status; from: Partial<Record<Status, readonly StatusEvent<A>[]>> };
};

/**
 * The state machine of campaigns, ad groups and ads alike: the statuses each action is open to, and the events from
 * there. Repeating an action that only stops something changes nothing (two tabs, two clicks).
 */
const transitions: Transitions = {
  start: { to: "active", from: { created: ["started"] } },
  pause: { to: "paused", from: { active: ["paused"], paused: [] } },
  relaunch: { to: "active", from: { paused: ["relaunched"] } },
  archive: {
    to: "archived",
    from: { created: ["archived"], active: ["archived"], paused: ["archived"], archived: [] },
  },
  delete: {
    to: "deleted",
    from: {
      created: ["deleted"],
      active: ["paused", "deleted"],
      paused: ["deleted"],
      archived: ["deleted"],
      deleted: [],
    },
  },
};

/** What the action does to something in this status. Refuses what the status does not allow. */
export function transition<A extends Action>(status: Status, action: A): Transition<A> {
  const { to, from } = transitions[action];
  const events = from[status];
  if (!events) return campaignsRefusals.refuse("campaigns.transition_not_allowed", { action, status });
  return { status: to, events };
}

/** The actions that would change something in this status, the most common first. */
export function actionsFor(status: Status): Action[] {
  return actions.filter((action) => (transitions[action].from[status] ?? []).length > 0);
}

/** What a bulk action means for each status; null where it has already happened. */
const singleActions: Record<BulkStatusAction, Partial<Record<Status, Action | null>>> = {
  pause: { active: "pause", paused: null },
  start: { created: "start", paused: "relaunch", active: null },
  archive: { created: "archive", active: "archive", paused: "archive", archived: null },
  delete: { created: "delete", active: "delete", paused: "delete", archived: "delete", deleted: null },
};

/** The action that a bulk action is for something in this status; null: it has it already. Refuses what has ended. */
export function toSingleAction(bulk: BulkStatusAction, status: Status): Action | null {
  const action = singleActions[bulk][status];
  if (action !== undefined) return action;
  return campaignsRefusals.refuse(isClosed(status) ? "campaigns.campaign_closed" : "campaigns.not_started");
}

/** The platform status for a status of ours; the platform has no "created" and no "archived". */
export function toPlatformStatus(status: Status): "active" | "paused" | "deleted" {
  return status === "active" || status === "deleted" ? status : "paused";
}

/** Ended for good: nothing is created or changed on the platform for it any more, it is only stopped. */
export const isClosed = (status: Status): boolean => status === "archived" || status === "deleted";
