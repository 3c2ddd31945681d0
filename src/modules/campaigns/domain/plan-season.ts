import { type Halalas, halalas } from "#base/shared/money.ts";
import type { planDayStates } from "../contract/plan-season-budgets.calls.ts";
import { computeUsualTotal, type SeasonSpan } from "./season-budget.ts";
import { splitBudget, sumMinimums } from "./split-budget.ts";

/** A campaign of a plan in one season: its own days, its daily budget now, and the least for all its days. */
export type SeasonPart = { season: SeasonSpan; daily: Halalas; minimum: Halalas };

/** What keeps the reach of today's budgets at the season's expected cost, and the least that the platforms take. */
export function computePlanTotals(parts: readonly SeasonPart[]): { usual: Halalas; minimum: Halalas } {
  const usual = parts.reduce((sum, part) => sum + Math.max(toShare(part), part.minimum), 0);
  return { usual: halalas(usual), minimum: sumMinimums(parts) };
}

/** One total over the plan's campaigns in the proportions of their budgets; the parts add up to it. */
export const splitSeasonTotal = (total: Halalas, parts: readonly SeasonPart[]): Halalas[] =>
  splitBudget(
    total,
    parts.map((part) => ({ share: toShare(part), minimum: part.minimum })),
  );

/** A campaign that runs for fewer of the season's days takes less of it. */
const toShare = ({ season, daily }: SeasonPart): Halalas => computeUsualTotal(season, daily);

/** The amounts of several lists of days, each day once and in order. */
export function sumByDay<Key extends string>(
  lists: readonly (readonly ({ day: string } & Record<Key, number>)[])[],
  keys: readonly Key[],
): ({ day: string } & Record<Key, number>)[] {
  const days = Map.groupBy(lists.flat(), ({ day }) => day);
  return [...days.keys()].sort().map((day) => {
    const sums = keys.map((key) => [key, (days.get(day) ?? []).reduce((sum, one) => sum + one[key], 0)]);
    return { day, ...Object.fromEntries(sums) } as { day: string } & Record<Key, number>;
  });
}

type DayState = "planned" | "set" | "missed";

/** One state for the parts of a day. */
export function toPlanDayState(states: readonly DayState[]): (typeof planDayStates)[number] {
  const [first] = states;
  return first !== undefined && states.every((state) => state === first) ? first : "partly";
}
