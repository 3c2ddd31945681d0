import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Days that platforms and stores still change: today and yesterday. */
const unsettledDays = 2;

/** The first day whose figures are not final. */
export const findFirstUnsettled = (today: RiyadhDay): RiyadhDay => addDays(today, 1 - unsettledDays);
