import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PhaseKey, SeasonKey } from "../contract/season-keys.ts";
import { type CostFactors, findCostFactor } from "./cost-factors.ts";
import { findPayday, findSchoolStart, findWhiteFriday } from "./days-of-year.ts";
import { dhuAlHijjah, findMonthStart, hijriYears, type MonthCorrections, ramadan, shawwal } from "./hijri.ts";

/** `from` and `to` are included. `costFactor`: basis points of the usual cost. */
type Phase = { key: PhaseKey; from: RiyadhDay; to: RiyadhDay; costFactor: number };
export type Season = {
  key: SeasonKey;
  startsOn: RiyadhDay;
  endsOn: RiyadhDay;
  /** For seasons of the Hijri calendar, whose days may still move by one. */
  hijriYear: number | null;
  phases: Phase[];
};
/** What staff have set: announced months, and expected costs. */
export type SeasonSettings = { corrections?: MonthCorrections; costFactors?: CostFactors };

/** A season's phases by their last days; the first begins with the season, each next one the day after. */
type Outline = {
  key: SeasonKey;
  startsOn: RiyadhDay;
  ends: readonly (readonly [PhaseKey, RiyadhDay])[];
  hijriYear?: number;
};

/** The seasons that have a day in [from, to], the earliest first. Days are Riyadh days. */
export function listSeasons(
  { from, to }: { from: RiyadhDay; to: RiyadhDay },
  { corrections, costFactors }: SeasonSettings = {},
): Season[] {
  const years = range(Number(from.slice(0, 4)) - 1, Number(to.slice(0, 4)) + 1);
  const outlines = [
    ...years.flatMap(outlineYear),
    ...range(hijriYears.first, hijriYears.last).flatMap((year) => outlineHijriYear(year, corrections)),
  ];
  return outlines
    .map((outline) => toSeason(outline, costFactors))
    .filter(({ startsOn, endsOn }) => startsOn <= to && endsOn >= from)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn) || one.key.localeCompare(other.key));
}

function toSeason({ key, startsOn, ends, hijriYear }: Outline, costFactors?: CostFactors): Season {
  let from = startsOn;
  const phases = ends.map(([phase, to]) => {
    const one = { key: phase, from, to, costFactor: findCostFactor(key, phase, costFactors) };
    from = addDays(to, 1);
    return one;
  });
  return { key, startsOn, endsOn: addDays(from, -1), hijriYear: hijriYear ?? null, phases };
}

/** Seasons of the Gregorian year. National and Founding Day are law; the others are how stores trade. */
function outlineYear(year: number): Outline[] {
  const on = (monthDay: string) => `${year}-${monthDay}` as RiyadhDay;
  const whiteFriday = findWhiteFriday(year);
  const school = findSchoolStart(year);
  return [
    {
      key: "founding_day",
      startsOn: on("02-17"),
      ends: [
        ["before", on("02-21")],
        ["peak", on("02-23")],
      ],
    },
    {
      key: "mothers_day",
      startsOn: on("03-12"),
      ends: [
        ["before", on("03-19")],
        ["peak", on("03-21")],
      ],
    },
    {
      key: "back_to_school",
      startsOn: addDays(school, -21),
      ends: [
        ["before", addDays(school, -8)],
        ["peak", addDays(school, 4)],
      ],
    },
    {
      key: "national_day",
      startsOn: on("09-16"),
      ends: [
        ["before", on("09-21")],
        ["peak", on("09-24")],
      ],
    },
    {
      key: "singles_day",
      startsOn: on("11-08"),
      ends: [
        ["before", on("11-10")],
        ["peak", on("11-12")],
      ],
    },
    {
      key: "white_friday",
      startsOn: addDays(whiteFriday, -5),
      ends: [
        ["before", addDays(whiteFriday, -2)],
        ["peak", addDays(whiteFriday, 1)],
        ["after", addDays(whiteFriday, 3)],
      ],
    },
    ...range(1, 12).map((month): Outline => {
      const payday = findPayday(year, month);
      return { key: "payday", startsOn: payday, ends: [["peak", addDays(payday, 2)]] };
    }),
  ];
}

/** Seasons of the Hijri year. People buy for Eid in the last ten days of Ramadan and before the pilgrimage. */
function outlineHijriYear(hijriYear: number, corrections?: MonthCorrections): Outline[] {
  const [fasting, eid, pilgrimage] = [ramadan, shawwal, dhuAlHijjah].map((month) =>
    findMonthStart(hijriYear, month, corrections),
  );
  if (!fasting || !eid || !pilgrimage) return [];
  return [
    {
      key: "ramadan",
      hijriYear,
      startsOn: fasting,
      ends: [
        ["first_ten", addDays(fasting, 9)],
        ["middle_ten", addDays(fasting, 19)],
        ["last_ten", addDays(eid, -1)],
      ],
    },
    {
      key: "eid_al_fitr",
      hijriYear,
      startsOn: addDays(eid, -10),
      ends: [
        ["before", addDays(eid, -1)],
        ["peak", addDays(eid, 2)],
      ],
    },
    {
      key: "eid_al_adha",
      hijriYear,
      startsOn: pilgrimage,
      ends: [
        ["before", addDays(pilgrimage, 8)],
        ["peak", addDays(pilgrimage, 12)],
      ],
    },
  ];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
