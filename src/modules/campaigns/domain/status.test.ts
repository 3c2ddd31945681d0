import { describe, expect, it } from "vitest";
import { type Action, actions, type Status, statuses } from "../contract/enums.ts";
import { actionsFor, toPlatformStatus, toSingleAction, transition } from "./status.ts";

const allowed: Record<Status, Action[]> = {
  created: ["start", "archive", "delete"],
  active: ["pause", "archive", "delete"],
  paused: ["relaunch", "archive", "delete"],
  archived: ["delete"],
  deleted: [],
};

describe("the state machine", () => {
  it.each(statuses)("offers what may be done to something %s", (status) => {
    expect(actionsFor(status)).toEqual(allowed[status]);
  });

  it("refuses every action that is not offered, unless it already happened", () => {
    for (const status of statuses) {
      for (const action of actions) {
        const offered = allowed[status].includes(action);
        const repeated =
          (action === "pause" && status === "paused") ||
          (action === "archive" && status === "archived") ||
          (action === "delete" && status === "deleted");
        if (offered)
          expect(transition(status, action).events.length, `${action} ${status}`).toBeGreaterThan(0);
        else if (repeated) expect(transition(status, action)).toEqual({ status, events: [] });
        else
          expect(() => transition(status, action), `${action} ${status}`).toThrow("transition_not_allowed");
      }
    }
  });

  it.each<[Status, Action, Status, string[]]>([
    ["created", "start", "active", ["started"]],
    ["active", "pause", "paused", ["paused"]],
    ["paused", "relaunch", "active", ["relaunched"]],
    ["paused", "archive", "archived", ["archived"]],
    ["archived", "delete", "deleted", ["deleted"]],
  ])("moves something %s by %s to %s, with its event", (status, action, to, events) => {
    expect(transition(status, action)).toEqual({ status: to, events });
  });

  it("pauses an active campaign before it deletes it", () => {
    expect(transition("active", "delete")).toEqual({ status: "deleted", events: ["paused", "deleted"] });
  });

  it.each<[Status, Action | null, Action | null]>([
    ["active", null, "pause"],
    ["paused", "relaunch", null],
  ])("takes a bulk start of something %s as %s and a bulk pause as %s", (status, started, paused) => {
    expect([toSingleAction("start", status), toSingleAction("pause", status)]).toEqual([started, paused]);
  });

  it("starts in bulk what never ran, but does not pause it, and leaves what has ended alone", () => {
    expect(toSingleAction("start", "created")).toBe("start");
    expect(() => toSingleAction("pause", "created")).toThrow("not_started");
    for (const status of ["archived", "deleted"] as const)
      for (const bulk of ["pause", "start"] as const)
        expect(() => toSingleAction(bulk, status)).toThrow("campaign_closed");
  });

  it("archives and deletes in bulk whatever the single action does, and leaves alone what has it already", () => {
    for (const bulk of ["archive", "delete"] as const)
      for (const status of statuses) {
        const expected = actionsFor(status).includes(bulk) ? bulk : null;
        if (status === "deleted" && bulk === "archive")
          expect(() => toSingleAction(bulk, status)).toThrow("campaign_closed");
        else expect(toSingleAction(bulk, status)).toBe(expected);
      }
  });

  it("runs on the platform only what is active", () => {
    expect(statuses.map(toPlatformStatus)).toEqual(["paused", "active", "paused", "paused", "deleted"]);
  });
});
