import { addMonths } from "#base/shared/calendar.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Comparison } from "../contract/report-scope.ts";

const daysMax = 731;
const daysDefault = 30;

type Days = { from?: string | undefined; to?: string | undefined };

/** The days of a scope, both included and none in the future; a longer period keeps its last days. */
export function toScopeDays(given: Days, today: RiyadhDay): Period {
  const upToToday = (day: string) => (day > today ? today : (day as RiyadhDay));
  const to = upToToday(given.to ?? today);
  const from = given.from === undefined ? addDays(to, 1 - daysDefault) : upToToday(given.from);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { from: daysBetween(first, last) >= daysMax ? addDays(last, 1 - daysMax) : first, to: last };
}

/** The days that these are compared with; null without a comparison. */
export function toComparedDays({ from, to }: Period, comparison: Comparison): Period | null {
  switch (comparison) {
    case "none":
      return null;
    case "previous":
      return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
    case "last_year":
      return { from: addMonths(from, -12), to: addMonths(to, -12) };
    case "last_hijri_year":
      return { from: toHijriYearBefore(from), to: toHijriYearBefore(to) };
  }
}

const ummAlQura = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  day: "numeric",
  month: "numeric",
  year: "numeric",
});

function toHijri(day: RiyadhDay) {
  const parts = ummAlQura.formatToParts(new Date(`${day}T00:00:00Z`));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read("year"), month: read("month"), day: read("day") };
}

/** The same day of the Hijri year before; of a month's 30th day, which that month may not have had, the last. */
function toHijriYearBefore(day: RiyadhDay): RiyadhDay {
  const hijri = toHijri(day);
  // A Hijri year has 354 or 355 days, and a month begins a day earlier or later.
  for (let back = 353; back <= 357; back += 1) {
    const candidate = addDays(day, -back);
    const before = toHijri(candidate);
    if (before.year === hijri.year - 1 && before.month === hijri.month && before.day <= hijri.day)
      return candidate;
  }
  return addDays(day, -354);
}
