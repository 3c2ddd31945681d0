import { describe, expect, it } from "vitest";
import { actions, type Status, statuses } from "../contract/words.ts";
import { actionsFor, pathOf, platformStatusOf } from "./status.ts";

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

  it("refuses every action that is not offered, unless it has already been done", () => {
    for (const status of statuses) {
      for (const action of actions) {
        const offered = allowed[status].includes(action);
        const repeated =
          (action === "pause" && status === "paused") ||
          (action === "archive" && status === "archived") ||
          (action === "delete" && status === "deleted");
        if (offered) expect(pathOf(status, action).length, `${action} ${status}`).toBeGreaterThan(0);
        else if (repeated) expect(pathOf(status, action)).toEqual([]);
        else expect(() => pathOf(status, action), `${action} ${status}`).toThrow("move_not_allowed");
      }
    }
  });

  it("pauses an active campaign on its way to deletion", () => {
    expect(pathOf("active", "delete")).toEqual(["paused", "deleted"]);
  });

  it("asks the platform to run only what is active", () => {
    expect(statuses.map(platformStatusOf)).toEqual(["paused", "active", "paused", "paused", "deleted"]);
  });
});
