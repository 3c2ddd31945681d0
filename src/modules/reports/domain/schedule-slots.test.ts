import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findLastSlot, findNextSlot, type Timing, toDeliveryPeriod } from "./schedule-slots.ts";

const daily: Timing = { frequency: "daily", hour: 8, weekday: null, month_day: null };
const weekly: Timing = { frequency: "weekly", hour: 8, weekday: 0, month_day: null };
const monthly: Timing = { frequency: "monthly", hour: 0, weekday: null, month_day: 1 };

describe("a schedule", () => {
  it.each([
    ["is due at its hour in Riyadh", daily, "2026-11-21T04:59:59Z", "2026-11-21T05:00:00Z"],
    [
      "that is due at this very moment is due next tomorrow",
      daily,
      "2026-11-21T05:00:00Z",
      "2026-11-22T05:00:00Z",
    ],
    ["of Sundays is due on Sunday", weekly, "2026-11-21T05:00:00Z", "2026-11-22T05:00:00Z"],
    ["of Sundays waits a week after its hour", weekly, "2026-11-22T05:00:00Z", "2026-11-29T05:00:00Z"],
    [
      "of the first at midnight begins with the day in Riyadh",
      monthly,
      "2026-11-21T05:00:00Z",
      "2026-11-30T21:00:00Z",
    ],
  ])("%s", (_name, timing, after, next) => {
    expect(findNextSlot(timing, new Date(after))).toEqual(new Date(next));
  });

  it("was due last where it was due next before, and reports whole days before that one", () => {
    const timings = fc.oneof(
      fc.record({
        frequency: fc.constant("daily" as const),
        hour: fc.integer({ min: 0, max: 23 }),
        weekday: fc.constant(null),
        month_day: fc.constant(null),
      }),
      fc.record({
        frequency: fc.constant("weekly" as const),
        hour: fc.integer({ min: 0, max: 23 }),
        weekday: fc.integer({ min: 0, max: 6 }),
        month_day: fc.constant(null),
      }),
      fc.record({
        frequency: fc.constant("monthly" as const),
        hour: fc.integer({ min: 0, max: 23 }),
        weekday: fc.constant(null),
        month_day: fc.integer({ min: 1, max: 28 }),
      }),
    );
    const instants = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2028-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(timings, instants, (timing, now) => {
        const next = findNextSlot(timing, now);
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect(findLastSlot(timing, next)).toEqual(next);
        const last = findLastSlot(timing, now);
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(findNextSlot(timing, last)).toEqual(next);
        const { from, to } = toDeliveryPeriod(timing.frequency, toRiyadhDay(last));
        expect(from <= to && to < toRiyadhDay(last)).toBe(true);
      }),
    );
  });

  it.each([
    ["daily", "2026-11-01", "2026-10-31", "2026-10-31"],
    ["weekly", "2026-11-22", "2026-11-15", "2026-11-21"],
    ["monthly", "2026-03-05", "2026-02-01", "2026-02-28"],
    ["monthly", "2027-01-01", "2026-12-01", "2026-12-31"],
  ] as const)("that is %s and due on %s reports %s to %s", (frequency, dueOn, from, to) => {
    expect(toDeliveryPeriod(frequency, dueOn as RiyadhDay)).toEqual({ from, to });
  });
});
