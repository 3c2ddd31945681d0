import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateStyle, formatDate, formatMonth, formatTime, formatWeekday } from "./dates.ts";

const tags = { ar: "ar-SA-u-ca-gregory-nu-latn", en: "en-GB-u-ca-gregory-nu-latn" } as const;
const timeZone = "Asia/Riyadh";
const options: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: "numeric", month: "short" },
  day: { day: "numeric", month: "long", year: "numeric" },
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
};
const instants = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2040-01-01"),
  noInvalidDate: true,
});

describe.each(["ar", "en"] as const)("a date in %s", (language) => {
  it("reads as the standard formatter writes it", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const standard = (more: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(tags[language], { ...more, timeZone }).format(instant);
        // Newer British data writes Sept, older data Sep.
        for (const style of ["short", "day", "full"] as const)
          expect(formatDate(instant, language, style)).toBe(standard(options[style]).replace(/Sept$/, "Sep"));
        expect(formatMonth(instant, language)).toBe(standard({ month: "long", year: "numeric" }));
        expect(formatWeekday(instant, language, "short")).toBe(standard({ weekday: "short" }));
        expect(formatWeekday(instant, language, "long")).toBe(standard({ weekday: "long" }));
        // Only the hour of noon and midnight differs: British data calls it 0.
        expect(formatTime(instant, language)).toBe(
          standard({ hour: "numeric", minute: "2-digit", hour12: true }).replace(/^0:/, "12:"),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("turns at midnight in Riyadh", () => {
    expect(formatDate(new Date("2026-11-21T20:59:59Z"), language, "short")).toMatch(/^21 /);
    expect(formatDate(new Date("2026-11-21T21:00:00Z"), language, "short")).toMatch(/^22 /);
  });

  it("calls noon and midnight twelve", () => {
    expect(formatTime(new Date("2026-11-21T09:00:00Z"), language)).toMatch(/^12:00 (م|pm)$/);
    expect(formatTime(new Date("2026-11-21T21:05:00Z"), language)).toMatch(/^12:05 (ص|am)$/);
  });
});
