import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getWeekday } from "#base/shared/calendar.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SeasonKey } from "../contract/season-keys.ts";
import { findPayday, findSchoolStart, findWhiteFriday } from "./days-of-year.ts";
import { listSeasons } from "./season.ts";

const day = (text: string) => text as RiyadhDay;
const inYear = (year: number, key: SeasonKey, settings = {}) =>
  listSeasons({ from: day(`${year}-01-01`), to: day(`${year}-12-31`) }, settings).filter(
    (one) => one.key === key,
  );

describe("the seasons", () => {
  it.each([
    ["ramadan", 2027, "2027-02-08", "2027-03-08"],
    ["eid_al_fitr", 2027, "2027-02-27", "2027-03-11"],
    ["eid_al_adha", 2027, "2027-05-07", "2027-05-19"],
    ["founding_day", 2027, "2027-02-17", "2027-02-23"],
    ["national_day", 2027, "2027-09-16", "2027-09-24"],
    ["white_friday", 2026, "2026-11-22", "2026-11-30"],
  ] as const)("%s of %i is from %s to %s", (key, year, startsOn, endsOn) =>
    expect(inYear(year, key)).toMatchObject([{ startsOn, endsOn }]),
  );

  it("have phases that follow each other without a gap, from the first day to the last", () => {
    const from = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays(day("2025-01-01"), days));
    fc.assert(
      fc.property(from, (at) => {
        for (const { startsOn, endsOn, phases } of listSeasons({ from: at, to: addDays(at, 60) })) {
          expect(phases[0]?.from).toBe(startsOn);
          expect(phases.at(-1)?.to).toBe(endsOn);
          for (const [index, phase] of phases.slice(1).entries())
            expect(phase.from).toBe(addDays(phases[index]?.to ?? at, 1));
          for (const phase of phases) expect(phase.from <= phase.to).toBe(true);
          expect(startsOn <= addDays(at, 60) && endsOn >= at).toBe(true);
        }
      }),
    );
  });

  it("move with the announced month, and cost what staff have set", () => {
    const settings = {
      corrections: new Map([["1448-10", 1]]),
      costFactors: new Map([["ramadan.last_ten", 20_000]]),
    };
    const [season] = inYear(2027, "ramadan", settings);
    expect(season).toMatchObject({ startsOn: "2027-02-08", endsOn: "2027-03-09", hijriYear: 1448 });
    expect(season?.phases.at(-1)).toMatchObject({ key: "last_ten", costFactor: 20_000 });
    expect(inYear(2027, "eid_al_fitr", settings)).toMatchObject([{ startsOn: "2027-02-28" }]);
  });

  it.each([
    [2026, "2026-11-27"],
    [2027, "2027-11-26"],
    [2028, "2028-11-24"],
    [2029, "2029-11-23"],
  ])("White Friday %i is %s", (year, expected) => expect(findWhiteFriday(year)).toBe(expected));

  it.each([
    [2024, "2024-08-18"],
    [2025, "2025-08-24"],
    [2026, "2026-08-23"],
  ])("school began in %i on %s", (year, expected) => expect(findSchoolStart(year)).toBe(expected));

  it("pays salaries on a working day: Sunday to Thursday", () => {
    for (let year = 2026; year < 2032; year++)
      for (let month = 1; month <= 12; month++) expect(getWeekday(findPayday(year, month))).toBeLessThan(5);
    expect(findPayday(2026, 11)).toBe("2026-11-26");
    expect(findPayday(2027, 2)).toBe("2027-02-28");
  });
});
