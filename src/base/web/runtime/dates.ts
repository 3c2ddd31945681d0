import type { Language } from "#base/shared/language.ts";

/**
 * Dates in Riyadh time (UTC+3 all year) on the Gregorian calendar, with Latin digits. Written by hand: creating the
 * browser's own formatter takes a slow phone 50 ms, and browsers disagree about short names and about noon.
 */

export type DateStyle = "short" | "day" | "full";

type Names = { months: readonly string[]; shortMonths: readonly string[]; weekdays: readonly string[] };

const arabicMonths = "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split(" ");
const englishMonths =
  "January February March April May June July August September October November December".split(" ");

const names: Record<Language, Names> = {
  ar: {
    months: arabicMonths,
    shortMonths: arabicMonths,
    weekdays: "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت".split(" "),
  },
  en: {
    months: englishMonths,
    shortMonths: englishMonths.map((month) => month.slice(0, 3)),
    weekdays: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
  },
};

/** "5 سبتمبر", "5 سبتمبر 2026", "السبت، 5 سبتمبر 2026"; an instant that is none gives an empty text. */
export function formatDate(instant: Date, language: Language, style: DateStyle): string {
  const at = toRiyadhClock(instant);
  if (Number.isNaN(at.getTime())) return "";
  const { months, shortMonths, weekdays } = names[language];
  const month = at.getUTCMonth();
  if (style === "short") return `${at.getUTCDate()} ${shortMonths[month]}`;
  const day = `${at.getUTCDate()} ${months[month]} ${at.getUTCFullYear()}`;
  return style === "day" ? day : `${weekdays[at.getUTCDay()]}${language === "ar" ? "،" : ","} ${day}`;
}

const hijri = new Map<Language, Intl.DateTimeFormat>();

/**
 * "12 جمادى الآخرة 1448 هـ" by the Umm al-Qura calendar, with Latin digits. The browser's own formatter, since it alone knows
 * the calendar: made once, and only for those who chose it.
 */
export function formatHijri(instant: Date, language: Language): string {
  if (Number.isNaN(instant.getTime())) return "";
  const format =
    hijri.get(language) ??
    new Intl.DateTimeFormat(`${language}-u-ca-islamic-umalqura-nu-latn`, {
      dateStyle: "long",
      timeZone: "Asia/Riyadh",
    });
  hijri.set(language, format);
  return format.format(instant);
}

/** "November 2026". */
export function formatMonth(instant: Date, language: Language): string {
  const at = toRiyadhClock(instant);
  return `${names[language].months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** Arabic has no shorter weekday than the whole one. */
export function formatWeekday(instant: Date, language: Language, style: "short" | "long"): string {
  const weekday = names[language].weekdays[toRiyadhClock(instant).getUTCDay()] ?? "";
  return style === "short" && language === "en" ? weekday.slice(0, 3) : weekday;
}

/** "9:05 ص", "12:00 pm". */
export function formatTime(instant: Date, language: Language): string {
  const at = toRiyadhClock(instant);
  if (Number.isNaN(at.getTime())) return "";
  const hour = at.getUTCHours();
  const [morning, afternoon] = language === "ar" ? ["ص", "م"] : ["am", "pm"];
  const minutes = String(at.getUTCMinutes()).padStart(2, "0");
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? morning : afternoon}`;
}

/** The instant whose UTC fields read as the clock in Riyadh. */
const toRiyadhClock = (instant: Date): Date => new Date(instant.getTime() + 3 * 3_600_000);
