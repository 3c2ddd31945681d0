import type { Action, Status, StatusReason } from "../contract/enums.ts";
import { type StatusEvent, transition } from "./status.ts";

/** The columns of a campaign that a change of its status decides. */
export type DesiredState = {
  status: Status;
  /** Who stopped it; null while it runs or never ran. */
  status_reason: StatusReason | null;
  /** Started once: from then on it exists on the platform, or shall. */
  published: boolean;
  starts_at: Date;
  /** It begins when it is started. */
  starts_at_once: boolean;
  desired_generation: number;
  updated_at: Date;
};

/** An action at a business time; `reason` says who stops it. */
export type StatusChange<A extends Action> = { action: A; at: Date; reason: StatusReason | null };

/** What each action changes beside the status. */
const effects: Record<Action, (state: DesiredState, at: Date) => Partial<DesiredState>> = {
  start: ({ starts_at, starts_at_once }, at) => ({
    published: true,
    starts_at: starts_at_once || starts_at < at ? at : starts_at,
    starts_at_once: false,
  }),
  // A paused campaign is polled seldom: send our content again, so that changes made there do not run.
  relaunch: ({ desired_generation }) => ({ published: true, desired_generation: desired_generation + 1 }),
  pause: () => ({}),
  archive: () => ({}),
  delete: () => ({}),
};

/**
 * The campaign after the action, and its events in order; unchanged and without events when the action has already
 * happened. Refuses what the status does not allow.
 */
export function changeStatus<C extends DesiredState, A extends Action>(
  campaign: C,
  { action, at, reason }: StatusChange<A>,
): { campaign: C; events: readonly StatusEvent<A>[] } {
  const { status, events } = transition(campaign.status, action);
  if (events.length === 0) return { campaign, events };
  const changed = { ...effects[action](campaign, at), status, status_reason: reason, updated_at: at };
  return { campaign: { ...campaign, ...changed }, events };
}
