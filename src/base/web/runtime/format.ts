import { useMemo } from "react";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, type Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Digits, useDigits, useLanguage } from "./preferences.ts";

export type DateStyle = "short" | "day" | "full";

/**
 * The format of figures and instants for one person: Gregorian, Riyadh time, Latin digits unless they chose otherwise.
 */
export type Format = {
  number(value: number, decimals?: number): string;
  /** A share: 0.125 → 12.5%. */
  percent(share: number, decimals?: number): string;
  /** Riyals without the sign. `whole` drops the halalas when they are 00. */
  riyals(amount: number, whole?: boolean): string;
  date(instant: Date | string, style?: DateStyle): string;
  time(instant: Date | string): string;
  /** "November 2026". */
  month(instant: Date | string): string;
  weekday(instant: Date | string, style: "short" | "long"): string;
  relative(instant: Date | string, now: Date): string;
};

export function useFormat(): Format {
  const language = useLanguage();
  const digits = useDigits();
  return useMemo(() => formatFor(language, digits), [language, digits]);
}

/** Intl tags are complete: engines disagree about the calendar and the digits of a bare "ar-SA". */
export function formatFor(language: Language, digits: Digits = "latn"): Format {
  const tag = language === "ar" ? `ar-SA-u-ca-gregory-nu-${digits}` : "en-GB-u-ca-gregory-nu-latn";
  const write = (latin: string) => (digits === "arab" && language === "ar" ? toArabicDigits(latin) : latin);
  return {
    number: (value, decimals = 0) => write(grouped(value, decimals)),
    percent: (share, decimals = 0) => write(`${grouped(share * 100, decimals)}%`),
    riyals: (amount, whole = false) => {
      const full = formatRiyals(amount as Halalas);
      return write(whole ? full.replace(/\.00$/, "") : full);
    },
    date: (instant, style = "day") => dateFormat(tag, style).format(new Date(instant)),
    time: (instant) => timeFormat(tag).format(new Date(instant)),
    month: (instant) =>
      new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone }).format(new Date(instant)),
    weekday: (instant, style) =>
      new Intl.DateTimeFormat(tag, { weekday: style, timeZone }).format(new Date(instant)),
    relative: (instant, now) => relativeText(tag, new Date(instant), now),
  };
}

/** Latin digits, groups and decimal point as Arabic-Indic ones. */
export function toArabicDigits(latin: string): string {
  return latin
    .replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    .replace(/,/g, "٬")
    .replace(/\./g, "٫")
    .replace(/%/g, "٪");
}

/** Changes the digits in a sentence or a message; a link, a file type or a name with Latin letters keeps its own. */
export function toDigits(sentence: string, digits: Digits): string {
  if (digits === "latn") return sentence;
  const converted = sentence.replace(/(?:\{\{[^}]*\}\}|\S)+/g, (word) =>
    /[A-Za-z]/.test(word.replace(placeholder, ""))
      ? word
      : word.replace(/\{\{[^}]*\}\}|\d+(?:[.,]\d+)*|%/g, (part) =>
          part.startsWith("{{") ? part : toArabicDigits(part),
        ),
  );
  return keepOrder(converted);
}
const placeholder = /\{\{[^}]*\}\}/g;

/** A mark beside each sign between Arabic-Indic numbers, so that 1080×1920 has one order in both kinds of digits. */
export const keepOrder = (figure: string): string =>
  figure.replace(/(?<=[\u0660-\u0669}]\s?)[×–\-−/](?=\s?[\u0660-\u0669{])/g, "\u200e$&");

/** Written by hand: creating the browser's own formatter takes a slow phone longer than all the figures of a page. */
function grouped(value: number, decimals: number): string {
  const [whole = "", rest] = value.toFixed(decimals).split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? groups : `${groups}.${rest}`;
}

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: "numeric", month: "short" },
  day: { day: "numeric", month: "long", year: "numeric" },
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
};
const timeZone = "Asia/Riyadh";
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Each is created once: creation costs a hundred times the formatting of a date. */
function dateFormat(tag: string, style: DateStyle): Intl.DateTimeFormat {
  const known = dateFormats.get(`${tag} ${style}`);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, { ...styles[style], timeZone });
  dateFormats.set(`${tag} ${style}`, made);
  return made;
}

const timeFormat = (tag: string) =>
  new Intl.DateTimeFormat(tag, { hour: "numeric", minute: "2-digit", hour12: true, timeZone });

/** "3 minutes ago", "yesterday": in Riyadh days once it is more than some hours. */
function relativeText(tag: string, instant: Date, now: Date): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 45) return format.format(0, "second");
  if (Math.abs(seconds) < 3600) return format.format(Math.round(seconds / 60), "minute");
  const days = Math.round((Date.parse(toRiyadhDay(instant)) - Date.parse(toRiyadhDay(now))) / 86_400_000);
  if (days === 0) return format.format(Math.round(seconds / 3600), "hour");
  if (Math.abs(days) < 30) return format.format(days, "day");
  return format.format(Math.round(days / 30), "month");
}
