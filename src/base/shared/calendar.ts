import { toLatinDigits } from "./money.ts";
import { addDays, parseRiyadhDay, type RiyadhDay } from "./riyadh-day.ts";

/** "21/11/2026": a day as it is typed and shown in a field, day first, in Latin digits. */
export const formatDay = (day: RiyadhDay): string => day.split("-").reverse().join("/");

/** Parses a typed day: "21/11/2026", "١-١١-٢٠٢٦" or "2026-11-21"; null for anything else. */
export function parseDay(typed: string): RiyadhDay | null {
  const parts = toLatinDigits(typed)
    .trim()
    .split(/[\s/.\-–]+/);
  const [year, month, day] = parts[0]?.length === 4 ? parts : parts.toReversed();
  if (!year || !month || !day || parts.length !== 3) return null;
  return parseRiyadhDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Parses an hour of the day: "9:05", "٢١:٣٠" or "21"; returns "21:30", null for anything else. */
export function parseTime(typed: string): string | null {
  const match = /^(\d{1,2})(?::(\d{2}))?$/.exec(toLatinDigits(typed).trim());
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  if (!match || hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The weeks of a month's calendar, Sunday first, filled up with days of the adjacent months. */
export function getMonthWeeks(day: RiyadhDay): RiyadhDay[][] {
  const first = `${day.slice(0, 8)}01` as RiyadhDay;
  const start = addDays(first, -getWeekday(first));
  const last = addDays(addMonths(first, 1), -1);
  const weeks = Math.ceil((getWeekday(first) + Number(last.slice(8))) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => addDays(start, week * 7 + at)),
  );
}

/** The same day some months later; one month after 31 January is the last day of February. */
export function addMonths(day: RiyadhDay, months: number): RiyadhDay {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10) as RiyadhDay;
}

/** 0 is Sunday, the first day of the week in Saudi Arabia. */
export const getWeekday = (day: RiyadhDay): number => new Date(`${day}T00:00:00.000Z`).getUTCDay();
