import { inZone } from "../shared/account-time.ts";
import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { SCHEDULES_PER_DAY } from "./facts.ts";

const MINUTES: Record<string, number> = { ZERO: 0, FIFTEEN: 15, THIRTY: 30, FORTY_FIVE: 45 };
const DAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** Minutes after midnight of one day, in the account's time. */
type Interval = { day: string; from: number; to: number };

const toInterval = ({ dayOfWeek, startHour = 0, startMinute, endHour = 0, endMinute }: Json): Interval => ({
  day: String(dayOfWeek),
  from: Number(startHour) * 60 + (MINUTES[String(startMinute)] ?? 0),
  to: Number(endHour) * 60 + (MINUTES[String(endMinute)] ?? 0),
});

/**
 * An interval of a campaign's ad schedule: within one day, after its own start, apart from the others, six a day at most
 * (AdScheduleInfo: hours 0 to 23, an end of 24 only with minute ZERO).
 */
export function checkAdSchedule(schedule: Json, existing: readonly Json[]): void {
  const at = ["ad_schedule"];
  for (const field of ["dayOfWeek", "startMinute", "endMinute"])
    if (schedule[field] === undefined)
      refuse("fieldError", "REQUIRED", "The required field was not present.", [...at, field]);
  const { startHour = 0, endHour = 0 } = schedule as Record<string, number>;
  const own = toInterval(schedule);
  if (startHour < 0 || startHour > 23 || endHour < 0 || endHour > 24 || own.to > 24 * 60)
    refuse("criterionError", "AD_SCHEDULE_INVALID_TIME_INTERVAL", "There is no such hour.", at);
  if (own.to <= own.from)
    refuse(
      "criterionError",
      "AD_SCHEDULE_INTERVAL_CANNOT_SPAN_MULTIPLE_DAYS",
      "The interval must end on the day it begins.",
      at,
    );
  const sameDay = existing.map(toInterval).filter(({ day }) => day === own.day);
  if (sameDay.some(({ from, to }) => from < own.to && own.from < to))
    refuse("criterionError", "AD_SCHEDULE_TIME_INTERVALS_OVERLAP", "The intervals overlap.", at);
  if (sameDay.length >= SCHEDULES_PER_DAY)
    refuse(
      "criterionError",
      "AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
      `At most ${SCHEDULES_PER_DAY} intervals a day are allowed.`,
      at,
    );
}

/** Whether ads are shown at this instant: always where there is no schedule. */
export function isScheduled(schedules: readonly Json[], now: Date, zone: string): boolean {
  if (schedules.length === 0) return true;
  const wall = inZone(now.getTime(), zone);
  const day = DAYS[new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay()];
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  return schedules.map(toInterval).some((one) => one.day === day && one.from <= minute && minute < one.to);
}
