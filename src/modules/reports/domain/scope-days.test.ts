import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { comparisons } from "../contract/report-scope.ts";
import { toComparedDays, toScopeDays } from "./scope-days.ts";

const day = (name: string) => name as RiyadhDay;
const today = day("2026-11-25");

describe("the days of a scope", () => {
  it.each([
    [{}, "2026-10-27", "2026-11-25"],
    [{ from: "2026-11-01" }, "2026-11-01", "2026-11-25"],
    [{ from: "2026-11-20", to: "2026-11-10" }, "2026-11-10", "2026-11-20"],
    [{ from: "2026-11-20", to: "2027-01-01" }, "2026-11-20", "2026-11-25"],
    [{ from: "2020-01-01" }, "2024-11-25", "2026-11-25"],
  ])("of %j are %s to %s", (given, from, to) => expect(toScopeDays(given, today)).toEqual({ from, to }));
});

describe("the days they are compared with", () => {
  const week = { from: day("2026-11-16"), to: day("2026-11-22") };

  it("are none, those before, or the same of the year before in either calendar", () => {
    expect(toComparedDays(week, "none")).toBeNull();
    expect(toComparedDays(week, "previous")).toEqual({ from: "2026-11-09", to: "2026-11-15" });
    expect(toComparedDays(week, "last_year")).toEqual({ from: "2025-11-16", to: "2025-11-22" });
    // 6 to 12 Jumada II 1448, and of 1447.
    expect(toComparedDays(week, "last_hijri_year")).toEqual({ from: "2025-11-27", to: "2025-12-03" });
  });

  it("come before the days themselves and have about their length", () => {
    fc.assert(
      fc.property(fc.nat(1_500), fc.nat(300), fc.constantFrom(...comparisons), (back, length, comparison) => {
        const to = addDays(today, -back);
        const from = addDays(to, -length);
        const compared = toComparedDays({ from, to }, comparison);
        if (!compared) return;
        expect(compared.to < to).toBe(true);
        expect(Math.abs(daysBetween(compared.from, compared.to) - length)).toBeLessThanOrEqual(2);
      }),
    );
  });
});
