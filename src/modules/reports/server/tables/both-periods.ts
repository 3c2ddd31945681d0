import { addMonths } from "#base/shared/calendar.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { groupSums, type PeriodSums } from "./report-table.ts";
import type { ResolvedScope } from "./table-deps.ts";

/**
 * Loads the scope's days and those they are compared with. Days and months before stand beside those of the period that
 * are as far from its beginning.
 */
export async function loadBothPeriods(
  { period, compared, by }: ResolvedScope,
  load: (period: Period) => Promise<PeriodSums>,
): Promise<{ now: PeriodSums; before: PeriodSums | null }> {
  const [now, before] = await Promise.all([load(period), compared && load(compared)]);
  if (!compared || !before) return { now, before: null };
  if (by === "day") {
    const shift = daysBetween(compared.from, period.from);
    return { now, before: groupSums(before, (day) => addDays(day as RiyadhDay, shift)) };
  }
  if (by !== "month") return { now, before };
  const shift = countMonths(period.from) - countMonths(compared.from);
  const toMonth = (month: string) => addMonths(`${month}-01` as RiyadhDay, shift).slice(0, 7);
  return { now, before: groupSums(before, toMonth) };
}

const countMonths = (day: RiyadhDay): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
