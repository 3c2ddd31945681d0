import { describe, expect, it } from "vitest";
import { dayOfTrial, nextTrialStepAt, trialEndsAt, trialStep } from "./trial.ts";

const start = new Date("2026-11-01T09:00:00Z");
const dayAfter = (days: number) => new Date(start.getTime() + days * 86_400_000);
const step = (days: number, lastNotice: number | null = null) =>
  trialStep({ start, lastNotice }, dayAfter(days));

describe("a trial", () => {
  it("says on days 11 and 13 that it ends, each once, and ends after 14", () => {
    expect(step(10.99)).toEqual({ kind: "none" });
    expect(step(11)).toEqual({ kind: "notice", day: 11 });
    expect(step(11.5, 11)).toEqual({ kind: "none" });
    expect(step(13, 11)).toEqual({ kind: "notice", day: 13 });
    expect(step(13.9, 13)).toEqual({ kind: "none" });
    expect(step(14, 13)).toEqual({ kind: "end" });
    expect(trialEndsAt(start)).toEqual(dayAfter(14));
  });

  it("that was not looked at for days says only the latest, or ends", () => {
    expect(step(13.2)).toEqual({ kind: "notice", day: 13 });
    expect(step(40)).toEqual({ kind: "end" });
  });

  it("knows when it is next to be looked at, and its day", () => {
    expect(nextTrialStepAt(start, start)).toEqual(dayAfter(11));
    expect(nextTrialStepAt(start, dayAfter(11))).toEqual(dayAfter(13));
    expect(nextTrialStepAt(start, dayAfter(13))).toEqual(dayAfter(14));
    expect([0, 0.99, 1, 13.99, 15].map((days) => dayOfTrial(start, dayAfter(days)))).toEqual([
      1, 1, 2, 14, 14,
    ]);
  });
});
