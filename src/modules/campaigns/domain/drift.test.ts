import { describe, expect, it } from "vitest";
import type { Status } from "../contract/enums.ts";
import { isBehindOurWrite, isUntouched, observeBudget, toAcceptedAction, toStatusDrift } from "./drift.ts";
import type { Node, PlatformStatus } from "./sync-plan.ts";

const now = new Date("2026-11-21T09:00:00Z");
const aNode = (change: Partial<Node> = {}): Node => ({
  level: "campaign",
  id: "cmp_000001",
  status: "active",
  desiredGeneration: 2,
  observedGeneration: 2,
  platformId: "plt_1",
  observedStatus: "active",
  acknowledgedAt: now,
  createIntent: false,
  unknownUntil: null,
  hasFault: false,
  hasDrift: false,
  hasBudgetDrift: false,
  children: [],
  ...change,
});

it.each<[Status, PlatformStatus, PlatformStatus | null]>([
  ["active", "paused", "paused"],
  ["active", "deleted", "deleted"],
  ["paused", "deleted", "deleted"],
  ["paused", "paused", null],
  ["paused", "active", null], // the next sync stops it
  ["archived", "deleted", null],
  ["deleted", "paused", null],
])("something %s that is %s on the platform drifts to %s", (status, observed, drift) => {
  expect(toStatusDrift(aNode({ status }), observed)).toBe(drift);
});

describe("a daily budget reported by the platform", () => {
  const budgets = { desired: 100_00, known: 100_00, reported: 180_00 };

  it("that is new is recorded as drift", () => {
    expect(observeBudget(aNode(), budgets)).toEqual({ observed: 180_00, drift: 180_00 });
  });
  it("that is ours again is recorded, and is no drift", () => {
    expect(observeBudget(aNode(), { ...budgets, known: 180_00, reported: 100_00 })).toEqual({
      observed: 100_00,
      drift: null,
    });
  });
  it.each([
    ["is known already", aNode(), { ...budgets, known: 180_01 }],
    ["is not reported", aNode(), { ...budgets, reported: undefined }],
    ["was never sent", aNode(), { ...budgets, known: null }],
    ["comes while ours is still to be sent", aNode({ desiredGeneration: 3 }), budgets],
    ["comes after the campaign has ended", aNode({ status: "archived" }), budgets],
  ])("counts for nothing when it %s", (_, node, reported) => {
    expect(observeBudget(node, reported)).toBeNull();
  });
});

it("a state requested within the platform's delay after our write may be from before it", () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  expect(isBehindOurWrite(aNode(), after(59), 60)).toBe(true);
  expect(isBehindOurWrite(aNode(), after(60), 60)).toBe(false);
  expect(isBehindOurWrite(aNode({ acknowledgedAt: null }), now, 60)).toBe(false);
});

it.each<[string, Partial<Node>]>([
  ["is unknown", { unknownUntil: now }],
  ["created it", { platformId: "plt_2" }],
  ["stopped it", { observedStatus: "paused" }],
  ["updated it", { observedGeneration: 3 }],
])("a write of ours in between that %s is seen", (_, change) => {
  expect(isUntouched(aNode(), aNode())).toBe(true);
  expect(isUntouched(aNode(), aNode(change))).toBe(false);
});

it("what was deleted there is archived here when the merchant accepts it, and anything else is paused", () => {
  expect(toAcceptedAction("deleted")).toBe("archive");
  expect(toAcceptedAction("paused")).toBe("pause");
});
