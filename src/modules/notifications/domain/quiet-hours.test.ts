import fc from "fast-check";
import { expect, it } from "vitest";
import { findQuietEnd } from "./quiet-hours.ts";

it.each([
  ["2026-11-21T04:59:59Z", "2026-11-21T05:00:00Z"],
  ["2026-11-21T05:00:00Z", null],
  ["2026-11-21T19:59:59Z", null],
  ["2026-11-21T20:00:00Z", "2026-11-22T05:00:00Z"],
  ["2026-11-21T21:30:00Z", "2026-11-22T05:00:00Z"],
])("at %s what can wait waits until %s", (at, end) => {
  expect(findQuietEnd(new Date(at))).toEqual(end === null ? null : new Date(end));
});

it("chosen hours hold within a day as over midnight, and none mean never", () => {
  const noon = new Date("2026-11-21T09:00:00Z");
  expect(findQuietEnd(noon, { from_hour: 12, to_hour: 15 })).toEqual(new Date("2026-11-21T12:00:00Z"));
  expect(findQuietEnd(noon, { from_hour: 13, to_hour: 12 })).toBeNull();
  expect(findQuietEnd(new Date("2026-11-21T21:30:00Z"), null)).toBeNull();
});

it("quiet hours end later, within a day, and at an hour that is not quiet", () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const at = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(hour, hour, at, (from_hour, to_hour, at) => {
      fc.pre(from_hour !== to_hour);
      const end = findQuietEnd(at, { from_hour, to_hour });
      if (end === null) return;
      expect(end.getTime()).toBeGreaterThan(at.getTime());
      expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
      expect(findQuietEnd(end, { from_hour, to_hour })).toBeNull();
    }),
  );
});
