import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/**
 * The calendar of Umm al-Qura, the Kingdom's civil calendar, as a table: for each year twelve months, "1" has 30 days and
 * "0" has 29. Compared in a test with the calendar `islamic-umalqura` of Unicode's CLDR. A month may be announced a day
 * earlier or later after the moon is sighted; corrections say so.
 */
const firstYear = 1446;
const firstDay = "2024-07-07" as RiyadhDay;
const monthLengths = [
  "011101100100", // 1446
  "101110101010",
  "010110110101",
  "001010110110",
  "101001010110", // 1450
  "111001001101",
  "101100100101",
  "101101010010",
  "101101101010",
  "010110101101", // 1455
  "001010101110",
  "100100101111",
  "010010010111",
  "011001001011",
  "011010100101", // 1460
  "011010101100",
  "101011010110",
  "010101011101",
  "010010011101", // 1464
];

export const hijriYears = { first: firstYear, last: firstYear + monthLengths.length - 1 };

export const ramadan = 9;
export const shawwal = 10;
export const dhuAlHijjah = 12;

/** Days by which a month's announced beginning differs from the table, by "1448-09". */
export type MonthCorrections = ReadonlyMap<string, number>;

export type HijriDay = { year: number; month: number; day: number };

export const toMonthKey = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, "0")}`;

/** The table's first days of all months, and the day after the last. */
const tableStarts: readonly RiyadhDay[] = listStarts();

function listStarts(): RiyadhDay[] {
  const starts = [firstDay];
  for (const length of monthLengths.join(""))
    starts.push(addDays(starts.at(-1) ?? firstDay, length === "1" ? 30 : 29));
  return starts;
}

/** The first day of a month, as announced; null outside the table. Month 13 is the first of the next year. */
export function findMonthStart(
  year: number,
  month: number,
  corrections: MonthCorrections = new Map(),
): RiyadhDay | null {
  const index = (year - firstYear) * 12 + month - 1;
  const start = index < 0 ? undefined : tableStarts[index];
  if (!start) return null;
  const [atYear, atMonth] = [firstYear + Math.floor(index / 12), (index % 12) + 1];
  return addDays(start, corrections.get(toMonthKey(atYear, atMonth)) ?? 0);
}

/** The Hijri date of a Riyadh day; null outside the table. */
export function toHijri(day: RiyadhDay, corrections: MonthCorrections = new Map()): HijriDay | null {
  // A correction moves a month by a day at most, so the month is the table's or one beside it.
  const near = tableStarts.findLastIndex((start) => start <= day);
  for (const index of [near + 1, near, near - 1]) {
    const [year, month] = [firstYear + Math.floor(index / 12), (index % 12) + 1];
    const start = index < 0 ? null : findMonthStart(year, month, corrections);
    if (start && start <= day)
      return year > hijriYears.last ? null : { year, month, day: daysBetween(start, day) + 1 };
  }
  return null;
}

/**
 * The same day of the Hijri year before, as Riyadh days: the 30th of a month that had 29 then is its last day. Null where
 * either is outside the table.
 */
export function toHijriYearBefore(
  day: RiyadhDay,
  corrections: MonthCorrections = new Map(),
): RiyadhDay | null {
  const hijri = toHijri(day, corrections);
  if (!hijri) return null;
  const [start, next] = [hijri.month, hijri.month + 1].map((month) =>
    findMonthStart(hijri.year - 1, month, corrections),
  );
  if (!start || !next) return null;
  const days = daysBetween(start, next);
  return addDays(start, Math.min(hijri.day, days) - 1);
}

/**
 * Whether a month can begin that many days off the table: the month before it, which has ended by then, has 29 or 30
 * days. Its own length is known only when the next month is announced.
 */
export function canShiftMonth(
  { year, month, shiftDays }: { year: number; month: number; shiftDays: number },
  corrections: MonthCorrections,
): boolean {
  const shifted = new Map(corrections).set(toMonthKey(year, month), shiftDays);
  const [before, start] = [month - 1, month].map((one) => findMonthStart(year, one, shifted));
  const days = before && start ? daysBetween(before, start) : 30;
  return days === 29 || days === 30;
}
