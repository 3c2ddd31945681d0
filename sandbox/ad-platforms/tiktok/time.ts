import { inZone, isMidnight } from "../shared/account-time.ts";

const TEXT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "2026-11-21 08:00:00" in UTC, as entities carry it. */
export function formatInstant(instant: number | Date): string {
  return new Date(instant).toISOString().slice(0, 19).replace("T", " ");
}

/** The instant of such a text, or null when it is invalid, like 30 February. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== "string" || !TEXT.test(value)) return null;
  const instant = Date.parse(`${value.replace(" ", "T")}Z`);
  return !Number.isNaN(instant) && formatInstant(instant) === value ? instant : null;
}

/** "2026-11-21 08:00:00" in the zone's local time, as in reports. */
export function formatWallTime(instant: number, zone: string): string {
  return inZone(instant, zone).slice(0, 19).replace("T", " ");
}

/** Days since 1970 of "2026-11-21", or null. */
export function parseDayNumber(text: string | null): number | null {
  const instant = text !== null && DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(instant) || formatInstant(instant).slice(0, 10) !== text ? null : instant / 86_400_000;
}

/** The instant at which a day (a number of `parseDayNumber`) begins in the zone. */
export function toMidnight(day: number, zone: string): number {
  const utc = day * 86_400_000;
  const ahead = (parseInstant(formatWallTime(utc, zone)) ?? utc) - utc;
  return (
    [utc - ahead, utc - ahead - HOUR_MS, utc - ahead + HOUR_MS].find((at) => isMidnight(at, zone)) ??
    utc - ahead
  );
}

const HOUR_MS = 3_600_000;
