import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/**
 * Days after a month's end before its ad spend is invoiced: platforms correct the last week's figures, and one day more
 * lets the last reading of them be settled.
 */
export const restDays = 8;

/** Months are "2026-11". */
export const nextMonth = (month: string): string => addDays(`${month}-01` as RiyadhDay, 31).slice(0, 7);
/** The last day of a month. */
export const toLastDay = (month: string): RiyadhDay => addDays(`${nextMonth(month)}-01` as RiyadhDay, -1);

/** The last month whose rest has passed: October's from 9 November on. */
export function findDueMonth(today: RiyadhDay): string {
  const settled = addDays(today, -restDays);
  return addDays(`${settled.slice(0, 7)}-01` as RiyadhDay, -1).slice(0, 7);
}

/** The months that are due and have no run yet, the oldest first. Without any run before, only the last one is. */
export function listDueMonths(due: string, lastRun: string | undefined): string[] {
  if (lastRun === undefined) return [due];
  const months: string[] = [];
  for (let month = nextMonth(lastRun); month <= due; month = nextMonth(month)) months.push(month);
  return months;
}

export type MonthSum = { month: string; halalas: number };
/** What is to be invoiced of a month; below zero it is to be credited. `isFirst`: nothing of it was invoiced before. */
export type MonthDifference = MonthSum & { isFirst: boolean };

/** What was covered and is not invoiced, by month, the oldest first; months where both agree are left out. */
export function findDifferences(
  months: readonly string[],
  { covered, invoiced }: { covered: readonly MonthSum[]; invoiced: readonly MonthSum[] },
): MonthDifference[] {
  const sum = (sums: readonly MonthSum[], month: string) =>
    sums.filter((one) => one.month === month).reduce((total, { halalas }) => total + halalas, 0);
  return months
    .map((month) => ({
      month,
      halalas: sum(covered, month) - sum(invoiced, month),
      isFirst: !invoiced.some((one) => one.month === month),
    }))
    .filter(({ halalas }) => halalas !== 0)
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

/** Sums by platform, the largest first; null is that of campaigns whose platform is not known. */
export function sumByPlatform<Platform extends string>(
  spend: readonly { campaign_id: string; covered_halalas: number }[],
  platforms: ReadonlyMap<string, Platform>,
): { platform: Platform | null; halalas: number }[] {
  const sums = new Map<Platform | null, number>();
  for (const { campaign_id, covered_halalas } of spend) {
    const platform = platforms.get(campaign_id) ?? null;
    sums.set(platform, (sums.get(platform) ?? 0) + covered_halalas);
  }
  return [...sums]
    .map(([platform, halalas]) => ({ platform, halalas }))
    .filter(({ halalas }) => halalas > 0)
    .sort(
      (one, other) => other.halalas - one.halalas || (String(one.platform) < String(other.platform) ? -1 : 1),
    );
}
