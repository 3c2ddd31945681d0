import { describe, expect, it } from "vitest";
import { actions, type Status, statuses } from "../contract/enums.ts";
import { actionsFor, toPlatformStatus, transitionPath } from "./status.ts";

const allowed: Record<Status, string[]> = {
  created: ["start", "archive", "delete"],
  active: ["pause", "archive", "delete"],
  paused: ["relaunch", "archive", "delete"],
  archived: ["delete"],
  deleted: [],
};

describe("the state machine", () => {
  it.each(statuses)("offers what may be done to something %s", (status) => {
    expect(actionsFor(status).sort()).toEqual([...(allowed[status] ?? [])].sort());
  });

  it("refuses every action that is not offered, unless it already happened", () => {
    for (const status of statuses) {
      for (const action of actions) {
        const offered = allowed[status].includes(action);
        const repeated =
          (action === "pause" && status === "paused") ||
          (action === "archive" && status === "archived") ||
          (action === "delete" && status === "deleted");
        if (offered) expect(transitionPath(status, action).length, `${action} ${status}`).toBeGreaterThan(0);
        else if (repeated) expect(transitionPath(status, action)).toEqual([]);
        else
          expect(() => transitionPath(status, action), `${action} ${status}`).toThrow(
            "transition_not_allowed",
          );
      }
    }
  });

  it("pauses an active campaign before it deletes it", () => {
    expect(transitionPath("active", "delete")).toEqual(["paused", "deleted"]);
  });

  it("runs on the platform only what is active", () => {
    expect(statuses.map(toPlatformStatus)).toEqual(["paused", "active", "paused", "paused", "deleted"]);
  });
});
