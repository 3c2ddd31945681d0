import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  canShiftMonth,
  findMonthStart,
  hijriYears,
  ramadan,
  toHijri,
  toHijriYearBefore,
  toMonthKey,
} from "./hijri.ts";

const day = (text: string) => text as RiyadhDay;
const umalqura = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});
function readIntl(at: RiyadhDay) {
  const parts = umalqura.formatToParts(new Date(`${at}T12:00:00Z`));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value.replace(/\D/g, ""));
  return { year: read("year"), month: read("month"), day: read("day") };
}

const first = findMonthStart(hijriYears.first, 1) ?? day("");
const afterLast = findMonthStart(hijriYears.last, 13) ?? day("");

describe("the Umm al-Qura calendar", () => {
  it("is, on every day of the table, what Unicode's calendar says", () => {
    for (let at = first; at < afterLast; at = addDays(at, 1)) expect(toHijri(at), at).toEqual(readIntl(at));
  });

  it("reaches beyond 1460, and answers nothing outside its table", () => {
    expect(hijriYears.last).toBeGreaterThanOrEqual(1460);
    expect(toHijri(addDays(first, -1))).toBeNull();
    expect(toHijri(afterLast)).toBeNull();
    expect(findMonthStart(1445, 12)).toBeNull();
  });

  it.each([
    [1447, "2026-02-18"],
    [1448, "2027-02-08"],
    [1449, "2028-01-28"],
    [1450, "2029-01-16"],
  ])("begins Ramadan %i on %s", (year, start) => expect(findMonthStart(year, ramadan)).toBe(start));

  it.each([
    [1, "2026-02-19", "2026-02-18", { year: 1447, month: 8, day: 30 }],
    [-1, "2026-02-17", "2026-02-17", { year: 1447, month: 9, day: 1 }],
  ])("moves Ramadan by %i day when the sighting says so", (shift, start, at, hijri) => {
    const corrections = new Map([["1447-09", shift]]);
    expect(findMonthStart(1447, ramadan, corrections)).toBe(start);
    expect(toHijri(day(at), corrections)).toEqual(hijri);
  });

  it("lets a month begin a day off only if the month before it then has 29 or 30 days", () => {
    const none = new Map<string, number>();
    // Sha'ban 1447 has 29 days and Ramadan 30: Ramadan may begin a day later, not earlier.
    expect(canShiftMonth({ year: 1447, month: 9, shiftDays: 1 }, none)).toBe(true);
    expect(canShiftMonth({ year: 1447, month: 9, shiftDays: -1 }, none)).toBe(false);
    expect(canShiftMonth({ year: 1447, month: 9, shiftDays: 0 }, none)).toBe(true);
    // Eid a day later would make 31 days of Ramadan, unless Ramadan began a day later too.
    expect(canShiftMonth({ year: 1447, month: 10, shiftDays: 1 }, none)).toBe(false);
    expect(canShiftMonth({ year: 1447, month: 10, shiftDays: 1 }, new Map([["1447-09", 1]]))).toBe(true);
  });

  it("counts the days of every month without a gap, whatever was corrected", () => {
    const months = fc.uniqueArray(
      fc.record({
        year: fc.integer({ min: 1447, max: 1463 }),
        month: fc.integer({ min: 1, max: 12 }),
        shift: fc.constantFrom(-1, 1),
      }),
      { maxLength: 6, selector: ({ year, month }) => toMonthKey(year, month) },
    );
    const days = fc.integer({ min: 400, max: daysBetween(first, afterLast) - 400 });
    fc.assert(
      fc.property(months, days, (corrected, after) => {
        const corrections = new Map(
          corrected.map(({ year, month, shift }) => [toMonthKey(year, month), shift]),
        );
        const today = toHijri(addDays(first, after), corrections);
        const tomorrow = toHijri(addDays(first, after + 1), corrections);
        const isNextDay = tomorrow?.day === (today?.day ?? 0) + 1 && tomorrow.month === today?.month;
        expect(isNextDay || tomorrow?.day === 1).toBe(true);
        if (!isNextDay) expect(today?.day).toBeGreaterThanOrEqual(27);
      }),
    );
  });
});

describe("the same day of the Hijri year before", () => {
  it("has the same month and day, or is the month's last", () => {
    expect(toHijriYearBefore(day("2026-02-18"))).toBe("2025-03-01"); // 1 Ramadan 1447, 1446
    for (let at = day("2026-01-01"); at < day("2027-01-01"); at = addDays(at, 1)) {
      const [now, before] = [toHijri(at), toHijri(toHijriYearBefore(at) ?? at)];
      expect(before?.year).toBe((now?.year ?? 0) - 1);
      expect(before?.month).toBe(now?.month);
      expect([now?.day, 29]).toContain(before?.day);
    }
  });

  it("follows an announced beginning, and is unknown before the table", () => {
    const corrections = new Map([[toMonthKey(1446, ramadan), 1]]);
    expect(toHijriYearBefore(day("2026-02-18"), corrections)).toBe("2025-03-02");
    expect(toHijriYearBefore(day("2025-01-01"))).toBeNull();
  });
});
