import { getWeekday } from "#base/shared/calendar.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/** White Friday: the day after the fourth Thursday of November. */
export function findWhiteFriday(year: number): RiyadhDay {
  const first = `${year}-11-01` as RiyadhDay;
  const firstThursday = (4 - getWeekday(first) + 7) % 7;
  return addDays(first, firstThursday + 21 + 1);
}

/**
 * Public salaries come on the 27th; on the Thursday before when it is a Friday, on the Sunday after when it is a Saturday
 * (Ministry of Finance; companies vary).
 */
export function findPayday(year: number, month: number): RiyadhDay {
  const day = `${year}-${String(month).padStart(2, "0")}-27` as RiyadhDay;
  const weekday = getWeekday(day);
  return weekday === 5 ? addDays(day, -1) : weekday === 6 ? addDays(day, 1) : day;
}

/** The Sunday from 18 to 24 August: where the school years 2024 to 2026 began. The ministry announces each year's. */
export function findSchoolStart(year: number): RiyadhDay {
  const first = `${year}-08-18` as RiyadhDay;
  return addDays(first, (7 - getWeekday(first)) % 7);
}
