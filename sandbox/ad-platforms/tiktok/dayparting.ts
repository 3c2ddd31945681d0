import { formatWallTime } from "./time.ts";

/** Whether the ad group shows ads in this half hour of the account's week, which begins on Monday. */
export function isInDayparting(dayparting: unknown, now: Date, zone: string): boolean {
  if (typeof dayparting !== "string" || !dayparting.includes("0") || !dayparting.includes("1")) return true;
  const wall = formatWallTime(now.getTime(), zone);
  const weekday = (new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
  const halfHour = Number(wall.slice(11, 13)) * 2 + (Number(wall.slice(14, 16)) >= 30 ? 1 : 0);
  return dayparting[weekday * 48 + halfHour] === "1";
}
