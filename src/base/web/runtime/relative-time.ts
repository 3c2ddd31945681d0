import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";

/**
 * How long ago or ahead an instant is, in words with Latin digits. Written by hand for the reason in `dates.ts`.
 */

type Unit = "minute" | "hour" | "day" | "month";
/** Arabic: one, two, 3 to 10, 11 to 99, and the other hundreds. */
const arabicForms: Record<Unit, readonly [string, string, string, string, string]> = {
  minute: ["دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة", "دقيقة"],
  hour: ["ساعة واحدة", "ساعتين", "ساعات", "ساعة", "ساعة"],
  day: ["يوم واحد", "يومين", "أيام", "يومًا", "يوم"],
  month: ["شهر واحد", "شهرين", "أشهر", "شهرًا", "شهر"],
};

/** Amounts with a name of their own, negative ones past. */
const named: Record<Language, Partial<Record<string, string>>> = {
  ar: {
    "day -2": "أول أمس",
    "day -1": "أمس",
    "day 1": "غدًا",
    "day 2": "بعد الغد",
    "month -1": "الشهر الماضي",
    "month 1": "الشهر القادم",
  },
  en: { "day -1": "yesterday", "day 1": "tomorrow", "month -1": "last month", "month 1": "next month" },
};
const nowIn: Record<Language, string> = { ar: "الآن", en: "now" };

/** "3 minutes ago", "yesterday": in Riyadh days once it is more than some hours. */
export function formatRelative(instant: Date, now: Date, language: Language): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 45) return nowIn[language];
  if (Math.abs(seconds) < 3600) return formatAmount(Math.round(seconds / 60), "minute", language);
  const days = Math.round((Date.parse(toRiyadhDay(instant)) - Date.parse(toRiyadhDay(now))) / 86_400_000);
  if (days === 0) return formatAmount(Math.round(seconds / 3600), "hour", language);
  if (Math.abs(days) < 30) return formatAmount(days, "day", language);
  return formatAmount(Math.round(days / 30), "month", language);
}

/** `amount` is not 0; a negative one is past. */
export function formatAmount(amount: number, unit: Unit, language: Language): string {
  const name = named[language][`${unit} ${amount}`];
  if (name !== undefined) return name;
  const count = Math.abs(amount);
  if (language === "en") {
    const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
    return amount < 0 ? `${words} ago` : `in ${words}`;
  }
  return `${amount < 0 ? "قبل" : "خلال"} ${countInArabic(count, arabicForms[unit])}`;
}

function countInArabic(count: number, [one, two, few, many, other]: (typeof arabicForms)[Unit]): string {
  if (count === 1) return one;
  if (count === 2) return two;
  const rest = count % 100;
  return `${count} ${rest >= 3 && rest <= 10 ? few : rest >= 11 ? many : other}`;
}
