import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { comparisons, reportDaysMax } from "../contract/report-tabs.ts";
import { toComparedPeriod, toReportPeriod } from "./report-period.ts";

const day = (name: string) => name as RiyadhDay;
const today = day("2026-11-22");
const noHijri = () => null;

describe("a report's days", () => {
  it("are the last thirty without others, and end today at the latest", () => {
    expect(toReportPeriod({}, today)).toEqual({ from: "2026-10-24", to: "2026-11-22" });
    expect(toReportPeriod({ from: "2026-11-20", to: "2026-12-31" }, today)).toEqual({
      from: "2026-11-20",
      to: "2026-11-22",
    });
    expect(toReportPeriod({ from: "2026-11-20", to: "2026-11-01" }, today)).toEqual({
      from: "2026-11-01",
      to: "2026-11-20",
    });
  });

  it("are two years at most, the last ones", () => {
    const anyDay = fc.integer({ min: -2_000, max: 400 }).map((days) => addDays(today, days));
    fc.assert(
      fc.property(anyDay, anyDay, (from, to) => {
        const period = toReportPeriod({ from, to }, today);
        const length = daysBetween(period.from, period.to) + 1;
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(reportDaysMax);
        expect(period.to <= today).toBe(true);
      }),
    );
  });
});

describe("the days it is compared with", () => {
  const period = { from: day("2026-11-16"), to: day("2026-11-22") };

  it("are as many before, or the same of the year before", () => {
    expect(toComparedPeriod(period, "none", noHijri)).toBeNull();
    expect(toComparedPeriod(period, "previous", noHijri)).toEqual({ from: "2026-11-09", to: "2026-11-15" });
    expect(toComparedPeriod(period, "last_year", noHijri)).toEqual({ from: "2025-11-16", to: "2025-11-22" });
    expect(toComparedPeriod(period, "last_hijri_year", (one) => addDays(one, -354))).toEqual({
      from: "2025-11-27",
      to: "2025-12-03",
    });
    expect(toComparedPeriod(period, "last_hijri_year", noHijri)).toBeNull();
  });

  it("of 29 February are the 28th of the year before", () => {
    const leap = { from: day("2028-02-29"), to: day("2028-02-29") };
    expect(toComparedPeriod(leap, "last_year", noHijri)).toEqual({ from: "2027-02-28", to: "2027-02-28" });
  });

  it("never overlap the period", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.constantFrom(...comparisons), (length, comparison) => {
        const some = { from: addDays(today, -length), to: today };
        const compared = toComparedPeriod(some, comparison, (one) => addDays(one, -354));
        expect(compared === null || compared.to < some.from).toBe(true);
      }),
    );
  });
});
