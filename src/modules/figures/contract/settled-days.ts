import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Days that platforms and stores still change: today and yesterday. */
const unsettledDays = 2;

/** Whether a Riyadh day's figures are final. */
export const isSettled = (day: RiyadhDay, today: RiyadhDay): boolean =>
  day < addDays(today, 1 - unsettledDays);
