import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, formatDay, getMonthWeeks, getWeekday, parseDay, parseTime } from "./calendar.ts";
import { addDays, daysBetween, type RiyadhDay } from "./riyadh-day.ts";

const day = (text: string) => text as RiyadhDay;
const anyDay = fc.integer({ min: 0, max: 25_000 }).map((days) => addDays(day("2020-01-01"), days));

describe("a typed day", () => {
  it.each([
    ["21/11/2026", "2026-11-21"],
    ["1/2/2026", "2026-02-01"],
    ["٢١/١١/٢٠٢٦", "2026-11-21"],
    ["2026-11-21", "2026-11-21"],
    [" 21 . 11 . 2026 ", "2026-11-21"],
    ["31/2/2026", null],
    ["21/11", null],
    ["21/11/26", null],
    ["11/21/2026", null],
    ["1/6/1448", null],
    ["soon", null],
  ])("%s is read as %s", (typed, read) => expect(parseDay(typed)).toBe(read));

  it("is parsed as it was formatted", () => {
    fc.assert(fc.property(anyDay, (one) => parseDay(formatDay(one)) === one));
  });
});

it.each([
  ["9", "09:00"],
  ["٢١:٣٠", "21:30"],
  ["9:05", "09:05"],
  ["24:00", null],
  ["9:5", null],
  ["9:60", null],
  ["", null],
])("the hour typed as %s is %s", (typed, read) => expect(parseTime(typed)).toBe(read));

describe("a month's weeks", () => {
  it("contain each of its days once, begin on Sundays, and have no week of other months alone", () => {
    fc.assert(
      fc.property(anyDay, (one) => {
        const weeks = getMonthWeeks(one);
        const days = weeks.flat();
        for (const [at, next] of days.slice(1).entries()) expect(daysBetween(days[at] ?? next, next)).toBe(1);
        for (const week of weeks) {
          expect(getWeekday(week[0] ?? one)).toBe(0);
          expect(week.some((other) => other.slice(0, 7) === one.slice(0, 7))).toBe(true);
        }
        const length = new Date(Date.UTC(Number(one.slice(0, 4)), Number(one.slice(5, 7)), 0)).getUTCDate();
        expect(days.filter((other) => other.slice(0, 7) === one.slice(0, 7))).toHaveLength(length);
      }),
    );
  });

  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2026-11-21", 2, "2027-01-21"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
  ])("%s and %i months is %s", (from, months, to) => expect(addMonths(day(from), months)).toBe(to));
});
