import { startOfRiyadhDay, toRiyadhDay } from "../shared/riyadh-day.ts";

const minuteMs = 60_000;

/** The minute of the hour, the hour of the day: `*`, a step (`*\/5`) or a number. */
type Field = (value: number) => boolean;

/**
 * Reads a job's schedule: five fields of cron in Riyadh time, of which the product needs the first two. Throws for
 * anything else, so that a schedule that would not run is found at start.
 */
export function parseSchedule(schedule: string): (instant: Date) => boolean {
  const fields = schedule.split(" ");
  const [minute, hour, ...days] = fields;
  if (fields.length !== 5 || days.some((field) => field !== "*"))
    throw new Error(`not a daily schedule: ${schedule}`);
  const isMinute = parseField(minute ?? "", 60);
  const isHour = parseField(hour ?? "", 24);
  return (instant) => {
    const minutes = Math.floor(
      (instant.getTime() - startOfRiyadhDay(toRiyadhDay(instant)).getTime()) / minuteMs,
    );
    return isHour(Math.floor(minutes / 60)) && isMinute(minutes % 60);
  };
}

function parseField(field: string, count: number): Field {
  const [, star, step, number] = /^(?:(\*)(?:\/(\d+))?|(\d+))$/.exec(field) ?? [];
  if (star) return (value) => value % Number(step ?? 1) === 0;
  if (number === undefined || Number(number) >= count) throw new Error(`not a field of a schedule: ${field}`);
  return (value) => value === Number(number);
}

/** The minutes after `last` up to now, oldest first; at most an hour of them, when the process stood still. */
export function listMinutes(last: Date, now: Date): Date[] {
  const end = Math.floor(now.getTime() / minuteMs);
  const first = Math.max(Math.floor(last.getTime() / minuteMs) + 1, end - 59);
  return Array.from(
    { length: Math.max(0, end - first + 1) },
    (_, index) => new Date((first + index) * minuteMs),
  );
}
