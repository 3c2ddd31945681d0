import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Pause } from "./decide-message.ts";

/** Nothing is sent from 23:00 to 08:00 in Riyadh, nor while people pray. */
const quietFrom = 23 * 60;
const quietTo = 8 * 60;
/** From the call to prayer until shops are open again. */
const prayerMinutes = 30;

/** Whether it is a time at which a merchant is left in peace. `prayers` are minutes after midnight in Riyadh. */
export function findPause(at: Date, prayers: readonly number[]): Pause {
  const minute = (at.getTime() - startOfRiyadhDay(toRiyadhDay(at)).getTime()) / 60_000;
  if (minute >= quietFrom || minute < quietTo) return "quiet_hours";
  const isPrayer = prayers.some((begin) => minute >= begin && minute < begin + prayerMinutes);
  return isPrayer ? "prayer" : null;
}
