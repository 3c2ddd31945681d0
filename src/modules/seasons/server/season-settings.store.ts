import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import type { PhaseKey, SeasonKey } from "../contract/season-keys.ts";
import { toFactorKey } from "../domain/cost-factors.ts";
import { toMonthKey } from "../domain/hijri.ts";
import type { SeasonSettings } from "../domain/season.ts";

/** The only file that writes the schema `seasons`: what staff set, and who set it. */

type MonthRow = Row<"seasons.month_corrections">;
type FactorRow = Row<"seasons.cost_factors">;
export type HijriMonth = { year: number; month: number };
export type FactorKey = { season: SeasonKey; phase: PhaseKey };

/** All that is set. Both tables are small: a row for each announced month, and for each phase that staff changed. */
export async function loadSeasonSettings(db: Db): Promise<Required<SeasonSettings>> {
  const months = await db.many<MonthRow>(sql`select * from seasons.month_corrections`);
  const factors = await db.many<FactorRow & FactorKey>(sql`select * from seasons.cost_factors`);
  return {
    corrections: new Map(
      months.map(({ hijri_year, hijri_month, shift_days }) => [
        toMonthKey(hijri_year, hijri_month),
        shift_days,
      ]),
    ),
    costFactors: new Map(
      factors.map(({ season, phase, factor_basis_points }) => [
        toFactorKey(season, phase),
        factor_basis_points,
      ]),
    ),
  };
}

/** Changes of the calendar follow one another: each is checked against those before it. */
export async function lockSeasonSettings({ tx }: StaffTxContext): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('seasons.settings', 0))`);
}

/** 0 takes the table's day again. */
export async function saveMonthCorrection(
  ctx: StaffTxContext,
  { year, month, before, shiftDays }: HijriMonth & { before: number; shiftDays: number },
): Promise<void> {
  await ctx.tx.run(
    shiftDays === 0
      ? sql`delete from seasons.month_corrections where hijri_year = ${year} and hijri_month = ${month}`
      : sql`
        insert into seasons.month_corrections (hijri_year, hijri_month, shift_days)
        values (${year}, ${month}, ${shiftDays})
        on conflict (hijri_year, hijri_month) do update set shift_days = excluded.shift_days`,
  );
  await recordChange(ctx, { subject: `month:${toMonthKey(year, month)}`, before, after: shiftDays });
}

/** Null takes the product's own value again. */
export async function saveCostFactor(
  ctx: StaffTxContext,
  { season, phase, before, factor }: FactorKey & { before: number | null; factor: number | null },
): Promise<void> {
  await ctx.tx.run(
    factor === null
      ? sql`delete from seasons.cost_factors where season = ${season} and phase = ${phase}`
      : sql`
        insert into seasons.cost_factors (season, phase, factor_basis_points) values (${season}, ${phase}, ${factor})
        on conflict (season, phase) do update set factor_basis_points = excluded.factor_basis_points`,
  );
  await recordChange(ctx, { subject: `cost:${toFactorKey(season, phase)}`, before, after: factor });
}

type Change = { subject: string; before: number | null; after: number | null };

async function recordChange(
  { tx, by, now }: StaffTxContext,
  { subject, before, after }: Change,
): Promise<void> {
  await tx.run(sql`
    insert into seasons.changes (staff_id, subject, before, after, changed_at)
    values (${by.id}, ${subject}, ${before}, ${after}, ${now})`);
}
