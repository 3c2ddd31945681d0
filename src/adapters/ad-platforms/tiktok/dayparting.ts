import { everyHour, type HourPlan, hoursInWeek } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountHours } from "../shared/account-hours.ts";

const halfHoursOfDay = 48;

/**
 * TikTok's `dayparting`: 48 half hours on each of seven days from Monday on, "1" shows, in the account's time. All hours
 * are written as ones.
 */
export function toDayparting(hours: HourPlan | null, account: Pick<AdAccountContext, "timeZone">): string {
  const plan = hours === null ? everyHour : toAccountHours(hours, account);
  const halves = [...plan].map((on) => on + on).join("");
  // Our week begins on Sunday.
  return halves.slice(halfHoursOfDay) + halves.slice(0, halfHoursOfDay);
}

/** TikTok shows ads always where the field is empty, all zeros or all ones. */
export const isAlways = (dayparting: string | null): boolean =>
  !dayparting || new Set(dayparting).size === 1 || dayparting.length !== hoursInWeek * 2;
