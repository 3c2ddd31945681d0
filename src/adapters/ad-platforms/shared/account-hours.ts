import { type RiyadhDay, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type HourPlan, shiftHours } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toInstant } from "./account-days.ts";
import { refuse } from "./checks.ts";

const hourMs = 3_600_000;
/** Clocks that change with the seasons differ between these. */
const winterAndSummer = ["2026-01-15", "2026-07-15"] as const;

/**
 * The plan on the account's own clock, by which platforms understand hours. Refused for a clock that is moved twice a
 * year or stands half an hour off: its hours would not be the merchant's.
 */
export function toAccountHours(plan: HourPlan, { timeZone }: Pick<AdAccountContext, "timeZone">): HourPlan {
  const [winter = 0, summer = 0] = winterAndSummer.map(
    (day) => (startOfRiyadhDay(day as RiyadhDay).getTime() - toInstant(day, 0, timeZone).getTime()) / hourMs,
  );
  if (winter !== summer || !Number.isInteger(winter)) refuse("hours_time_zone", `the zone is ${timeZone}`);
  return shiftHours(plan, winter);
}
