import { describe, expect, it } from "vitest";
import { computeSyncSince } from "./sync-window.ts";

const now = new Date("2026-11-21T09:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe("orders are listed since", () => {
  it("sixty days ago in the first sync", () => {
    expect(computeSyncSince({ now, readTo: null, oldestOpen: null })).toEqual(daysAgo(60));
  });
  it("a day before the last sync, however long ago that was", () => {
    expect(computeSyncSince({ now, readTo: daysAgo(0.1), oldestOpen: null })).toEqual(daysAgo(1.1));
    expect(computeSyncSince({ now, readTo: daysAgo(90), oldestOpen: null })).toEqual(daysAgo(91));
  });
  it("the oldest open order, but with a limit", () => {
    expect(computeSyncSince({ now, readTo: now, oldestOpen: daysAgo(12) })).toEqual(daysAgo(12));
    expect(computeSyncSince({ now, readTo: now, oldestOpen: daysAgo(300) })).toEqual(daysAgo(45));
  });
  it("a day ago when the last sync is in the future, as after a clock was set back", () => {
    expect(computeSyncSince({ now, readTo: daysAgo(-5), oldestOpen: null })).toEqual(daysAgo(1));
  });
});
