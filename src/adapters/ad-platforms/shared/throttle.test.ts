import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { makeThrottle } from "./throttle.ts";

// The real timers module cannot be advanced by hand.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When each call was started, in milliseconds after the first. */
async function listStartTimes(tokens: readonly string[], intervals: { tokenMs: number; appMs: number }) {
  const throttle = makeThrottle(systemClock, intervals);
  const startedAt = Date.now();
  const all = Promise.all(tokens.map((token) => throttle(token).then(() => Date.now() - startedAt)));
  await vi.runAllTimersAsync();
  return all;
}

it("calls of one token are spaced by its interval", async () => {
  expect(await listStartTimes(["a", "a", "a"], { tokenMs: 120, appMs: 55 })).toEqual([0, 120, 240]);
});

it("calls of many tokens are spaced by the app's interval", async () => {
  expect(await listStartTimes(["a", "b", "c"], { tokenMs: 120, appMs: 55 })).toEqual([0, 55, 110]);
});

it("without intervals no call waits", async () => {
  expect(await listStartTimes(["a", "b", "a"], { tokenMs: 0, appMs: 0 })).toEqual([0, 0, 0]);
});
