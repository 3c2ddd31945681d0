import { describe, expect, it } from "vitest";
import { computeRetry, type Tries } from "./retry.ts";
import type { Node } from "./sync-plan.ts";

const now = new Date("2026-11-21T09:00:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const node = (change: Partial<Node> = {}): Node => ({
  level: "campaign",
  id: "cmp_1",
  status: "active",
  desiredGeneration: 1,
  observedGeneration: 0,
  platformId: null,
  observedStatus: null,
  acknowledgedAt: null,
  createIntent: false,
  unknownUntil: null,
  hasFault: false,
  hasDrift: false,
  hasBudgetDrift: false,
  children: [],
  ...change,
});
const failed: Tries = {
  sync: "pending",
  failures: 2,
  retryAt: inSeconds(8),
  isImposed: false,
  leaseUntil: null,
};
const retry = (change: Partial<Tries>, root = node()) => computeRetry(root, { ...failed, ...change }, now);

describe("a campaign whose platform does not answer", () => {
  it("is tried again when its wait is over, or at once when the merchant asks", () => {
    expect(retry({})).toEqual({ in_seconds: 8, can_try_now: true });
    expect(retry({ retryAt: inSeconds(-1) })).toEqual({ in_seconds: 0, can_try_now: true });
  });

  it("waits as long as the platform asked, whatever the merchant does", () => {
    expect(retry({ isImposed: true })).toEqual({ in_seconds: 8, can_try_now: false });
    expect(retry({ isImposed: true, failures: 0 })).toEqual({ in_seconds: 8, can_try_now: false });
  });

  it("is being tried while a worker holds its lease", () => {
    expect(retry({ leaseUntil: inSeconds(20) })).toEqual({ in_seconds: 0, can_try_now: false });
    expect(retry({ leaseUntil: inSeconds(-1) })).toEqual({ in_seconds: 8, can_try_now: true });
  });

  it("is not tried before a write without an answer can no longer take effect", () => {
    const unknown = node({ createIntent: true, unknownUntil: inSeconds(30) });
    expect(retry({}, unknown)).toEqual({ in_seconds: 30, can_try_now: false });
  });
});

it.each([
  ["nothing failed", { failures: 0, retryAt: null }],
  ["it is confirmed", { sync: "synced" }],
  ["its account is lost", { sync: "disconnected" }],
] as const)("nothing is tried again when %s", (_why, change) => {
  expect(retry(change)).toBeNull();
});
