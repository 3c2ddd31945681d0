import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schedules } from "../contract/enums.ts";
import { computeNextRun, computeOffset } from "./next-run.ts";

const now = new Date("2026-11-22T12:07:00Z");

describe("a rule's next run", () => {
  it.each([
    [{ schedule: "every_15_minutes", at_hour: null }, 0, "2026-11-22T12:15:00Z"],
    [{ schedule: "every_15_minutes", at_hour: null }, 0.6, "2026-11-22T12:09:00Z"],
    [{ schedule: "hourly", at_hour: null }, 0, "2026-11-22T13:00:00Z"],
    [{ schedule: "daily", at_hour: 9 }, 0, "2026-11-23T06:00:00Z"],
    [{ schedule: "daily", at_hour: 16 }, 0, "2026-11-22T13:00:00Z"],
  ] as const)("%j", (timing, offset, expected) => {
    expect(computeNextRun(timing, now, offset)).toEqual(new Date(expected));
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
        const wait = computeNextRun({ schedule, at_hour }, at, offset).getTime() - at.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(24 * 3_600_000 + 15 * 60_000);
      }),
    );
  });
});
