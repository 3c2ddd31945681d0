/** When people in the Kingdom are online, and when they buy. Weights have a mean of 1 over a day. */
const RIYADH_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

const defaultHours = [
  1.45, 1.05, 0.62, 0.34, 0.24, 0.3, 0.42, 0.55, 0.66, 0.74, 0.8, 0.86, 0.82, 0.86, 0.95, 1.0, 1.08, 1.12,
  1.16, 1.28, 1.52, 1.78, 1.92, 1.78,
];
/** In Ramadan the evening begins after the sunset meal and lasts until the meal before dawn. */
const ramadanHours = [
  1.95, 1.85, 1.6, 1.15, 0.5, 0.3, 0.22, 0.2, 0.24, 0.34, 0.46, 0.58, 0.66, 0.74, 0.82, 0.9, 0.84, 0.45, 0.4,
  0.95, 1.55, 1.9, 2.05, 2.05,
];
/** Sunday first. Friday noon is for prayer, Friday evening for shopping. */
const weekdays = [0.95, 0.95, 0.96, 0.98, 1.06, 1.08, 1.04];

export interface RiyadhTime {
  /** "2026-11-21" */
  day: string;
  weekday: number;
  hour: number;
  minute: number;
  /** The instant at which this Riyadh day began. */
  dayStart: number;
}

export function toRiyadhTime(instant: number): RiyadhTime {
  const local = new Date(instant + RIYADH_MS);
  return {
    day: local.toISOString().slice(0, 10),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    dayStart: Math.floor((instant + RIYADH_MS) / DAY_MS) * DAY_MS - RIYADH_MS,
  };
}

/** How busy this minute is against the day's mean; the weekday's own weight is not included. */
export function hourWeight(time: RiyadhTime): number {
  return pickHourCurve(time)[time.hour] ?? 1;
}

export function weekdayWeight(time: RiyadhTime): number {
  return weekdays[time.weekday] ?? 1;
}

/** The share of the day's weight that remains, this minute included: 1 at midnight, nearly 0 at 23:59. */
export function restOfDay(time: RiyadhTime): number {
  const curve = pickHourCurve(time);
  const later = curve.slice(time.hour + 1).reduce((sum, weight) => sum + weight, 0);
  return ((curve[time.hour] ?? 0) * (60 - time.minute)) / 60 / 24 + later / 24;
}

/** How willing people are to spend: pay day, White Friday's week, the nights before Eid. */
export function computeBuyingFactor(time: RiyadhTime): number {
  const date = Number(time.day.slice(8));
  const payday = date >= 27 || date <= 2 ? 1.18 : date >= 22 ? 0.92 : 1;
  const white = time.day.slice(5, 7) === "11" && date >= 22 && date <= 30 ? 1.35 : 1;
  const hijri = toHijriDate(time.day);
  const feast = hijri.month === 9 ? (hijri.date >= 20 ? 1.4 : 1.15) : 1;
  return payday * white * feast;
}

const ramadan = normalize(ramadanHours);
const friday = normalize(
  defaultHours.map((weight, hour) => (hour === 11 || hour === 12 ? weight * 0.6 : weight)),
);
const defaultCurve = normalize(defaultHours);

function pickHourCurve(time: RiyadhTime): number[] {
  if (toHijriDate(time.day).month === 9) return ramadan;
  return time.weekday === 5 ? friday : defaultCurve;
}

function normalize(curve: number[]): number[] {
  const mean = curve.reduce((sum, weight) => sum + weight, 0) / curve.length;
  return curve.map((weight) => weight / mean);
}

const hijriCalendar = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  month: "numeric",
  day: "numeric",
});
const hijriDays = new Map<string, { month: number; date: number }>();

function toHijriDate(day: string): { month: number; date: number } {
  const known = hijriDays.get(day);
  if (known) return known;
  const parts = hijriCalendar.formatToParts(new Date(`${day}T12:00:00Z`));
  const toPart = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const hijri = { month: toPart("month"), date: toPart("day") };
  hijriDays.set(day, hijri);
  return hijri;
}
