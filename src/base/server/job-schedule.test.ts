import { describe, expect, it } from "vitest";
import { listMinutes, parseSchedule } from "./job-schedule.ts";

const runsAt = (schedule: string, instant: string) => parseSchedule(schedule)(new Date(instant));

describe("a schedule", () => {
  it.each([
    ["* * * * *", "2026-11-21T10:07:00Z", true],
    ["*/5 * * * *", "2026-11-21T10:10:00Z", true],
    ["*/5 * * * *", "2026-11-21T10:11:00Z", false],
    ["17 4 * * *", "2026-11-21T01:17:30Z", true], // 04:17 in Riyadh
    ["17 4 * * *", "2026-11-21T04:17:00Z", false],
    ["17 */6 * * *", "2026-11-21T15:17:00Z", true],
    ["17 */6 * * *", "2026-11-21T16:17:00Z", false],
    ["0 0 * * *", "2026-11-20T21:00:00Z", true],
  ])("%s at %s: %s", (schedule, instant, expected) => {
    expect(runsAt(schedule, instant)).toBe(expected);
  });

  it.each(["* * * *", "61 * * * *", "* 24 * * *", "1-5 * * * *", "* * 1 * *", ""])(
    "is refused: %j",
    (schedule) => {
      expect(() => parseSchedule(schedule)).toThrow(/schedule/);
    },
  );
});

it("minutes that passed unseen are made up for, an hour of them at most", () => {
  const now = new Date("2026-11-21T10:07:30Z");
  expect(listMinutes(new Date("2026-11-21T10:07:10Z"), now)).toEqual([]);
  expect(listMinutes(new Date("2026-11-21T10:05:59Z"), now).map((minute) => minute.toISOString())).toEqual([
    "2026-11-21T10:06:00.000Z",
    "2026-11-21T10:07:00.000Z",
  ]);
  expect(listMinutes(new Date("2026-11-20T10:07:10Z"), now)).toHaveLength(60);
});
