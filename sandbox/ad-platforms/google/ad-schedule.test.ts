import { describe, expect, it } from "vitest";
import { checkAdSchedule, isScheduled } from "./ad-schedule.ts";

const interval = (startHour: number, endHour: number, dayOfWeek = "SUNDAY") => ({
  dayOfWeek,
  startHour,
  startMinute: "ZERO",
  endHour,
  endMinute: "ZERO",
});
const refusal = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

describe("an ad schedule", () => {
  it("takes intervals of a day that follow each other, until midnight", () => {
    expect(() => checkAdSchedule(interval(21, 24), [interval(9, 12), interval(12, 21)])).not.toThrow();
    expect(() => checkAdSchedule(interval(9, 12), [interval(9, 12, "MONDAY")])).not.toThrow();
  });

  it.each([
    [interval(21, 2), [], "AD_SCHEDULE_INTERVAL_CANNOT_SPAN_MULTIPLE_DAYS"],
    [interval(9, 25), [], "AD_SCHEDULE_INVALID_TIME_INTERVAL"],
    [interval(9, 12), [interval(11, 13)], "AD_SCHEDULE_TIME_INTERVALS_OVERLAP"],
    [
      interval(18, 19),
      [0, 3, 6, 9, 12, 15].map((from) => interval(from, from + 1)),
      "AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
    ],
  ])("refuses %o", (schedule, existing, code) => {
    expect(() => checkAdSchedule(schedule, existing)).toThrow(refusal(code));
  });

  it("shows ads in its intervals, on the account's clock; without one always", () => {
    const sundayNight = [interval(21, 24)];
    const at = (instant: string) => isScheduled(sundayNight, new Date(instant), "Asia/Riyadh");
    expect([at("2026-11-22T17:59:00Z"), at("2026-11-22T18:00:00Z"), at("2026-11-22T21:00:00Z")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isScheduled([], new Date("2026-11-22T10:00:00Z"), "Asia/Riyadh")).toBe(true);
  });
});
