import { expect, it } from "vitest";
import { addAccountDays, toAccountDay, toInstant } from "./account-days.ts";

it.each([
  ["2026-11-20T20:59:59Z", "Asia/Riyadh", "2026-11-20"],
  ["2026-11-20T21:00:00Z", "Asia/Riyadh", "2026-11-21"],
  ["2026-11-21T04:59:59Z", "America/New_York", "2026-11-20"],
  ["2026-11-21T05:00:00Z", "America/New_York", "2026-11-21"],
  ["2026-11-21T23:59:59Z", "UTC", "2026-11-21"],
])("%s in %s is on %s", (instant, zone, day) => {
  expect(toAccountDay(new Date(instant), zone)).toBe(day);
});

it.each([
  ["2026-11-21", 0, "Asia/Riyadh", "2026-11-20T21:00:00.000Z"],
  ["2026-11-21", 23, "Asia/Riyadh", "2026-11-21T20:00:00.000Z"],
  ["2026-11-01", 0, "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-11-01", 12, "America/New_York", "2026-11-01T17:00:00.000Z"],
  ["2026-03-08", 12, "America/New_York", "2026-03-08T16:00:00.000Z"],
])("%s at %i o'clock in %s is %s, also on days when the clocks change", (day, hour, zone, instant) => {
  expect(toInstant(day, hour, zone).toISOString()).toBe(instant);
});

it("counts days over the end of a month", () => {
  expect(addAccountDays("2026-11-28", 7)).toBe("2026-12-05");
  expect(addAccountDays("2026-03-01", -1)).toBe("2026-02-28");
});
