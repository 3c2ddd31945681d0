import type { Period } from "#base/shared/period.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Frequency } from "../contract/custom-report.ts";
import { toTimeId } from "./custom-period.ts";

/** When a schedule is due: every day, one day of the week (0 is Sunday) or of the month, at an hour of Riyadh. */
export type Timing = {
  frequency: Frequency;
  hour: number;
  weekday: number | null;
  month_day: number | null;
};

const hourMs = 3_600_000;

/** The instant at which a schedule is due on the day. */
const toInstant = (day: RiyadhDay, hour: number): Date =>
  new Date(startOfRiyadhDay(day).getTime() + hour * hourMs);

function isDueOn(day: RiyadhDay, { frequency, weekday, month_day }: Timing): boolean {
  if (frequency === "weekly") return new Date(`${day}T00:00:00Z`).getUTCDay() === weekday;
  if (frequency === "monthly") return Number(day.slice(8)) === month_day;
  return true;
}

/** The first instant after `after` at which it is due. */
export function findNextSlot(timing: Timing, after: Date): Date {
  // A day of a month up to the 28th comes again within 31 days.
  for (let day = toRiyadhDay(after); ; day = addDays(day, 1)) {
    const at = toInstant(day, timing.hour);
    if (at > after && isDueOn(day, timing)) return at;
  }
}

/** The last instant up to `at` at which it was due. What was due before that and did not run is not made up for. */
export function findLastSlot(timing: Timing, at: Date): Date {
  for (let day = toRiyadhDay(at); ; day = addDays(day, -1)) {
    const slot = toInstant(day, timing.hour);
    if (slot <= at && isDueOn(day, timing)) return slot;
  }
}

/** The days it reports when it is due on this one: the day, the seven days or the calendar month before. */
export function toDeliveryPeriod(frequency: Frequency, dueOn: RiyadhDay): Period {
  const yesterday = addDays(dueOn, -1);
  if (frequency === "daily") return { from: yesterday, to: yesterday };
  if (frequency === "weekly") return { from: addDays(dueOn, -7), to: yesterday };
  const lastOfMonth = addDays(toTimeId(dueOn, "month"), -1);
  return { from: toTimeId(lastOfMonth, "month"), to: lastOfMonth };
}
