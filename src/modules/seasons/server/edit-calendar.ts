import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CalendarRow } from "../contract/seasons.calls.ts";
import { seasonsRefusals } from "../contract/seasons.refusals.ts";
import { findCostFactor, listFactorKeys, toFactorKey } from "../domain/cost-factors.ts";
import { canShiftMonth, findMonthStart, toHijri, toMonthKey } from "../domain/hijri.ts";
import type { SeasonSettings } from "../domain/season.ts";
import {
  type FactorKey,
  type HijriMonth,
  loadSeasonSettings,
  lockSeasonSettings,
  saveCostFactor,
  saveMonthCorrection,
} from "./season-settings.store.ts";

const monthsShown = 24;

/** What staff may set: the months ahead and the expected costs. */
export async function showCalendar({ db, now }: Pick<StaffContext, "db" | "now">): Promise<CalendarRow> {
  const settings = await loadSeasonSettings(db);
  return { months: listMonths(now, settings), cost_factors: listFactors(settings) };
}

/** Moves the beginning of a month as it was announced; refused where the month before would not have 29 or 30 days. */
export const correctMonth = (
  ctx: StaffContext,
  { year, month, shiftDays }: HijriMonth & { shiftDays: number },
): Promise<CalendarRow> =>
  transactAsStaff(ctx, async (ctx) => {
    await lockSeasonSettings(ctx);
    if (!findMonthStart(year, month)) seasonsRefusals.refuse("seasons.month_not_in_table", {}, "hijri_year");
    const { corrections } = await loadSeasonSettings(ctx.tx);
    if (!canShiftMonth({ year, month, shiftDays }, corrections))
      seasonsRefusals.refuse("seasons.month_length_not_possible", {}, "shift_days");
    const before = corrections.get(toMonthKey(year, month)) ?? 0;
    await saveMonthCorrection(ctx, { year, month, before, shiftDays });
    return showCalendar(ctx);
  });

/** Sets a phase's expected cost, in basis points of the usual one; null takes the product's own again. */
export const setCostFactor = (
  ctx: StaffContext,
  { season, phase, factor }: FactorKey & { factor: number | null },
): Promise<CalendarRow> =>
  transactAsStaff(ctx, async (ctx) => {
    await lockSeasonSettings(ctx);
    if (!listFactorKeys().some((one) => one.season === season && one.phase === phase))
      seasonsRefusals.refuse("seasons.phase_unknown", {}, "phase");
    const { costFactors } = await loadSeasonSettings(ctx.tx);
    const before = costFactors.get(toFactorKey(season, phase)) ?? null;
    await saveCostFactor(ctx, { season, phase, before, factor });
    return showCalendar(ctx);
  });

/** This month and those after it, as far as the table goes. */
function listMonths(now: Date, { corrections = new Map() }: SeasonSettings): CalendarRow["months"] {
  const today = toHijri(toRiyadhDay(now), corrections);
  if (!today) return [];
  return Array.from({ length: monthsShown }, (_, ahead) => {
    const index = today.year * 12 + today.month - 1 + ahead;
    return { year: Math.floor(index / 12), month: (index % 12) + 1 };
  }).flatMap(({ year, month }) => {
    const startsOn = findMonthStart(year, month, corrections);
    if (!startsOn) return [];
    const shift_days = corrections.get(toMonthKey(year, month)) ?? 0;
    return [{ hijri_year: year, hijri_month: month, shift_days, starts_on: startsOn }];
  });
}

const listFactors = ({ costFactors = new Map() }: SeasonSettings): CalendarRow["cost_factors"] =>
  listFactorKeys().map(({ season, phase }) => ({
    season,
    phase,
    factor_basis_points: findCostFactor(season, phase, costFactors),
    is_default: !costFactors.has(toFactorKey(season, phase)),
  }));
