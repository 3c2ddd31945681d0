import { useMemo } from "react";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, type Halalas } from "#base/shared/money.ts";
import { type DateStyle, formatDate, formatHijri, formatMonth, formatTime, formatWeekday } from "./dates.ts";
import { type Digits, useDigits, useLanguage } from "./preferences.ts";
import { formatRelative } from "./relative-time.ts";

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
  /** The same day on the Hijri calendar. */
  hijri(instant: Date | string): string;
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

export function formatFor(language: Language, digits: Digits = "latn"): Format {
  const write = (latin: string) => (digits === "arab" && language === "ar" ? toArabicDigits(latin) : latin);
  return {
    number: (value, decimals = 0) => write(grouped(value, decimals)),
    percent: (share, decimals = 0) => write(`${grouped(share * 100, decimals)}%`),
    riyals: (amount, whole = false) => {
      const full = formatRiyals(amount as Halalas);
      return write(whole ? full.replace(/\.00$/, "") : full);
    },
    hijri: (instant) => write(formatHijri(new Date(instant), language)),
    date: (instant, style = "day") => write(formatDate(new Date(instant), language, style)),
    time: (instant) => write(formatTime(new Date(instant), language)),
    month: (instant) => write(formatMonth(new Date(instant), language)),
    weekday: (instant, style) => formatWeekday(new Date(instant), language, style),
    relative: (instant, now) => write(formatRelative(new Date(instant), now, language)),
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
