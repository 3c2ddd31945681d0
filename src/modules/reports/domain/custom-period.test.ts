import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { timeBreakdowns } from "../contract/custom-report.ts";
import { customDaysMax, splitPeriod, toCustomPeriod, toTimeId } from "./custom-period.ts";

const day = (text: string) => text as RiyadhDay;
/** Already the 22nd in Riyadh. */
const now = new Date("2026-11-21T21:30:00Z");

describe("the days of a report", () => {
  it.each([
    [{ name: "last_7" }, {}, "2026-11-16", "2026-11-22"],
    [{ name: "last_month" }, {}, "2026-10-01", "2026-10-31"],
    [{ from: day("2026-11-01"), to: day("2026-11-05") }, {}, "2026-11-01", "2026-11-05"],
    [{ name: "last_7" }, { from: "2026-11-01", to: "2026-11-03" }, "2026-11-01", "2026-11-03"],
    [{ name: "last_7" }, { from: "2026-11-20", to: "2027-01-01" }, "2026-11-20", "2026-11-22"],
    [{ name: "last_7" }, { from: "2026-11-05", to: "2026-11-01" }, "2026-11-01", "2026-11-05"],
    [{ name: "last_7" }, { to: "2026-11-03" }, "2026-11-03", "2026-11-03"],
  ] as const)("%j with %j are %s to %s", (own, given, from, to) => {
    expect(toCustomPeriod(own as never, given, now)).toEqual({ from, to });
  });

  it("are two years at most, the last of a longer period", () => {
    const { from, to } = toCustomPeriod({ from: day("2020-01-01"), to: day("2026-11-01") }, {}, now);
    expect([daysBetween(from, to) + 1, to]).toEqual([customDaysMax, "2026-11-01"]);
  });
});

describe("a period by day, week or month", () => {
  it("has weeks from Sunday, the first and the last cut to the period", () => {
    expect(splitPeriod({ from: day("2026-11-20"), to: day("2026-11-24") }, "week")).toEqual([
      { id: "2026-11-15", from: "2026-11-20", to: "2026-11-21" },
      { id: "2026-11-22", from: "2026-11-22", to: "2026-11-24" },
    ]);
    expect(splitPeriod({ from: day("2026-10-31"), to: day("2026-11-01") }, "month")).toEqual([
      { id: "2026-10-01", from: "2026-10-31", to: "2026-10-31" },
      { id: "2026-11-01", from: "2026-11-01", to: "2026-11-01" },
    ]);
  });

  it("has every day in one part, in order, whatever the period", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 120 }), (start, length) => {
        const from = addDays(day("2025-01-01"), start);
        const to = addDays(from, length);
        for (const time of timeBreakdowns) {
          const parts = splitPeriod({ from, to }, time);
          expect(parts[0]?.from).toBe(from);
          expect(parts.at(-1)?.to).toBe(to);
          parts.forEach((part, index) => {
            if (index > 0) expect(part.from).toBe(addDays(parts[index - 1]?.to ?? from, 1));
            expect(toTimeId(part.from, time)).toBe(part.id);
            expect(toTimeId(part.to, time)).toBe(part.id);
          });
          expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
        }
      }),
    );
  });
});
