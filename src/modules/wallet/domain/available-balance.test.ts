import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeLevel, dailyPace, endsOn } from "./available-balance.ts";

const today = "2026-11-21" as RiyadhDay;

describe("the day the available balance ends", () => {
  it.each([
    [30_000, 10_000, "2026-11-24"],
    [29_999, 10_000, "2026-11-23"],
    [9_999, 10_000, "2026-11-21"],
    [0, 10_000, "2026-11-21"],
  ])("with %i available at %i a day is %s", (available, pace, day) => {
    expect(endsOn(halalas(available), halalas(pace), today)).toBe(day);
  });

  it("is unknown without spend, and too far to name at a trickle", () => {
    expect(endsOn(halalas(1_000), null, today)).toBeNull();
    expect(endsOn(halalas(100_000_000), halalas(1), today)).toBeNull();
  });
});

describe("the pace", () => {
  it("is the mean of the days that had spend, rounded up; no data is not zero", () => {
    expect(dailyPace([100, 101])).toBe(101);
    expect(dailyPace([0, 200])).toBe(200);
    expect(dailyPace([])).toBeNull();
    expect(dailyPace([0])).toBeNull();
  });
});

describe("the available balance", () => {
  it("is low below three days of spend, and not at exactly three", () => {
    const facts = { pace: halalas(100), isReserveShort: false };
    expect(computeLevel({ ...facts, available: halalas(300) })).toBe("fine");
    expect(computeLevel({ ...facts, available: halalas(299) })).toBe("low");
    expect(computeLevel({ ...facts, available: halalas(0), pace: null })).toBe("fine");
    expect(computeLevel({ ...facts, available: halalas(0), isReserveShort: true })).toBe("out");
  });
});
