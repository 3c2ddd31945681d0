import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schedules } from "../contract/enums.ts";
import { computeNextRun, computeOffset, isWithinHours } from "./next-run.ts";

const now = new Date("2026-11-22T12:07:00Z");

const allDay = { hours_from: null, hours_to: null };

describe("a rule's next run", () => {
  it.each([
    [{ schedule: "every_15_minutes", at_hour: null }, 0, "2026-11-22T12:15:00Z"],
    [{ schedule: "every_15_minutes", at_hour: null }, 0.6, "2026-11-22T12:09:00Z"],
    [{ schedule: "hourly", at_hour: null }, 0, "2026-11-22T13:00:00Z"],
    [{ schedule: "daily", at_hour: 9 }, 0, "2026-11-23T06:00:00Z"],
    [{ schedule: "daily", at_hour: 16 }, 0, "2026-11-22T13:00:00Z"],
  ] as const)("%j", (timing, offset, expected) => {
    expect(computeNextRun({ ...allDay, ...timing }, now, offset)).toEqual(new Date(expected));
  });

  it("is always ahead, a day at most and fifteen minutes", () => {
    const moments = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-01-01"),
      noInvalidDate: true,
    });
    const offsets = fc.string().map(computeOffset);
    const hours = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(moments, offsets, fc.constantFrom(...schedules), hours, (at, offset, schedule, at_hour) => {
        const wait = computeNextRun({ ...allDay, schedule, at_hour }, at, offset).getTime() - at.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(24 * 3_600_000 + 15 * 60_000);
      }),
    );
  });
});

describe("a rule with hours", () => {
  const night = { schedule: "hourly" as const, at_hour: null, hours_from: 18, hours_to: 2 };

  it("waits for its first hour, and runs over midnight until its last", () => {
    // 15:07 in Riyadh, then 01:30, then 01:59 of the next day's first hours.
    expect(computeNextRun(night, now, 0)).toEqual(new Date("2026-11-22T15:00:00Z"));
    expect(computeNextRun(night, new Date("2026-11-22T21:30:00Z"), 0)).toEqual(
      new Date("2026-11-22T22:00:00Z"),
    );
    expect(computeNextRun(night, new Date("2026-11-22T22:30:00Z"), 0)).toEqual(
      new Date("2026-11-23T15:00:00Z"),
    );
  });

  it("is not evaluated by a run that comes too late", () => {
    expect(isWithinHours(night, new Date("2026-11-22T22:59:59Z"))).toBe(true);
    expect(isWithinHours(night, new Date("2026-11-22T23:00:00Z"))).toBe(false);
    expect(isWithinHours({ hours_from: 9, hours_to: 17 }, new Date("2026-11-22T06:00:00Z"))).toBe(true);
    expect(isWithinHours({ hours_from: 9, hours_to: 17 }, new Date("2026-11-22T14:00:00Z"))).toBe(false);
  });
});
