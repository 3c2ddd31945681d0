import type { Grain } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { addAccountDays, toAccountDay, toInstant } from "../shared/account-days.ts";
import type { Span } from "./reports.ts";

const hourMs = 3_600_000;
type Period = { from: Date; to: Date; grain: Grain };

/** Windows of whole days in the account's zone: they start at midnight, because hundredths are rounded over the day. */
export function splitWindows({ from, to, grain }: Period, zone: string, days: number): Span[] {
  const end = Math.ceil(to.getTime() / hourMs) * hourMs;
  const toMidnight = (day: string) => toInstant(day, 0, zone);
  const last = addAccountDays(toAccountDay(new Date(end - 1), zone), 1);
  const windows: Span[] = [];
  for (let day = toAccountDay(from, zone); day < last; ) {
    const start = toMidnight(day);
    day = earlier(addAccountDays(day, days), last);
    // A daily report needs whole days; an hourly one ends with the last requested hour.
    const until = toMidnight(day);
    windows.push({ start, end: grain === "day" ? until : new Date(Math.min(until.getTime(), end)) });
  }
  return windows;
}

const earlier = (one: string, other: string) => (one < other ? one : other);
