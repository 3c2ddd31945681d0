import { describe, expect, it } from "vitest";
import { toReminder } from "./reminder.ts";

const starts_at = new Date("2026-12-01T10:00:00Z");
const minutesBefore = (minutes: number) => new Date(starts_at.getTime() - minutes * 60_000);
const none = { starts_at, reminded_day_at: null, reminded_hour_at: null };

describe("a reminder", () => {
  it("is due a day and an hour before the meeting, and not once it has begun", () => {
    const due = [1_441, 1_440, 61, 60, 1, 0].map((minutes) => toReminder(none, minutesBefore(minutes)));
    expect(due).toEqual([null, 24, 24, 1, 1, null]);
    expect(toReminder({ ...none, starts_at: null }, starts_at)).toBeNull();
  });

  it("comes once for each time", () => {
    const day = { ...none, reminded_day_at: minutesBefore(1_440) };
    expect(toReminder(day, minutesBefore(900))).toBeNull();
    expect(toReminder(day, minutesBefore(30))).toBe(1);
    expect(toReminder({ ...day, reminded_hour_at: minutesBefore(60) }, minutesBefore(30))).toBeNull();
  });
});
