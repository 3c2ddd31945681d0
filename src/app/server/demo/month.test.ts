import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { moveDays } from "./month.ts";

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays("2024-01-01" as RiyadhDay, days));

describe("a month's days", () => {
  it("move together, in instants, in keys and alone", () => {
    const text = '{"day":"2026-11-30","at":"2026-11-30T21:15:00+00:00","key":"spend:cmp_1:2026-11-30:0"}';
    expect(moveDays(text, 2)).toBe(
      '{"day":"2026-12-02","at":"2026-12-02T21:15:00+00:00","key":"spend:cmp_1:2026-12-02:0"}',
    );
  });

  it("keep their distances, and move back to what they were", () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: -400, max: 4_000 }), (from, to, days) => {
        const text = `${from} ${to}T10:00:00Z`;
        const moved = moveDays(text, days);
        const [first = "", second = ""] = moved.split(" ");
        expect(daysBetween(first as RiyadhDay, second.slice(0, 10) as RiyadhDay)).toBe(daysBetween(from, to));
        expect(moveDays(moved, -days)).toBe(text);
      }),
    );
  });

  it("leave months, numbers and versions as they are", () => {
    const text = '{"month":"2026-11","api":"2026-07","id":"12026-11-301","mobile":"0504445577"}';
    expect(moveDays(text, 9)).toBe(text);
  });
});
