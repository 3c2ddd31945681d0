import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actions, statuses, statusReasons } from "../contract/enums.ts";
import { changeStatus, type DesiredState } from "./desired-state.ts";
import { actionsFor } from "./status.ts";

const at = new Date("2026-11-21T09:00:00Z");
const aState = (change: Partial<DesiredState> = {}): DesiredState => ({
  status: "created",
  status_reason: null,
  published: false,
  starts_at: new Date("2026-12-01T09:00:00Z"),
  starts_at_once: false,
  desired_generation: 1,
  updated_at: new Date("2026-11-20T09:00:00Z"),
  ...change,
});

describe("a campaign that is started", () => {
  it("keeps a start that is ahead", () => {
    const { campaign } = changeStatus(aState(), { action: "start", at, reason: null });
    expect(campaign).toEqual(aState({ status: "active", published: true, updated_at: at }));
  });

  it.each([
    ["has no start of its own", { starts_at_once: true }],
    ["should have started before", { starts_at: new Date(at.getTime() - 1) }],
  ])("begins now when it %s", (_, change) => {
    const { campaign } = changeStatus(aState(change), { action: "start", at, reason: null });
    expect(campaign).toMatchObject({ starts_at: at, starts_at_once: false });
  });
});

it("what runs again after a pause is sent again, and nobody has stopped it any more", () => {
  const paused = aState({ status: "paused", status_reason: "money", published: true, desired_generation: 4 });
  const { campaign } = changeStatus(paused, { action: "relaunch", at, reason: null });
  expect(campaign).toMatchObject({ status: "active", status_reason: null, desired_generation: 5 });
});

it("what is stopped says who stopped it, and keeps the rest", () => {
  const running = aState({ status: "active", published: true });
  const { campaign } = changeStatus(running, { action: "pause", at, reason: "money" });
  expect(campaign).toEqual({ ...running, status: "paused", status_reason: "money", updated_at: at });
});

it("whatever is allowed, what was published stays so, and a generation never falls; a repetition changes nothing", () => {
  const states = fc.record({
    status: fc.constantFrom(...statuses),
    published: fc.boolean(),
    desired_generation: fc.nat(),
    starts_at_once: fc.boolean(),
    reason: fc.constantFrom(...statusReasons),
    action: fc.constantFrom(...actions),
  });
  fc.assert(
    fc.property(states, ({ reason, action, ...change }) => {
      const before = aState(change);
      if (!actionsFor(before.status).includes(action)) return;
      const { campaign, events } = changeStatus(before, { action, at, reason });
      expect(events).not.toEqual([]);
      expect(campaign.published).toBe(before.published || campaign.status === "active");
      expect(campaign.desired_generation).toBeGreaterThanOrEqual(before.desired_generation);
      if (action === "start" || action === "relaunch") return;
      const again = changeStatus(campaign, { action, at: new Date(0), reason: "merchant" });
      expect(again).toEqual({ campaign, events: [] });
    }),
  );
});
