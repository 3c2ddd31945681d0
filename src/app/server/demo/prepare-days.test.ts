import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { makeLog } from "#base/server/log.ts";
import { prepareDays } from "./prepare-days.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function harness(at: string) {
  const systemClock = frozenClock(at);
  const prepared: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const days = prepareDays({
    systemClock,
    log: makeLog("silent"),
    async prepare(day, { signal }) {
      prepared.push(day);
      signals.push(signal);
    },
  });
  return { systemClock, prepared, signals, days };
}

it("has a day prepared once: a while after the program has begun, and soon after midnight in Riyadh", async () => {
  const { systemClock, prepared, days } = harness("2026-11-21T20:40:00Z");
  expect(prepared).toEqual([]);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(prepared).toEqual(["2026-11-21"]);
  systemClock.set("2026-11-21T21:00:00Z");
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(prepared).toEqual(["2026-11-21", "2026-11-22"]);
  days.stop();
});

it("prepares nothing when the program is stopped, and ends what has begun", async () => {
  const early = harness("2026-11-21T09:00:00Z");
  early.days.stop();
  const late = harness("2026-11-21T09:00:00Z");
  await vi.advanceTimersByTimeAsync(60_000);
  late.days.stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(early.prepared).toEqual([]);
  expect(late.prepared).toEqual(["2026-11-21"]);
  expect(late.signals[0]?.aborted).toBe(true);
});
