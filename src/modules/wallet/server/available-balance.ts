import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeLevel, dailyPace, endsOn, type Level, paceDays } from "../domain/available-balance.ts";
import { loadLevel, saveLevel } from "./balance-levels.store.ts";
import { loadBalance } from "./ledger.ts";

/** Mean spend of a recent day, and the day the available balance ends at that pace. */
export async function loadPace(
  { db, actor, now }: ReadContext,
  available: Halalas,
): Promise<{ pace: Halalas | null; endsOn: RiyadhDay | null }> {
  const today = toRiyadhDay(now);
  const days = await db.many<{ spent: number }>(sql`
    select sum(total_halalas)::bigint as spent from wallet.settled_days
    where merchant_id = ${actor.merchantId} and day >= ${addDays(today, -paceDays)} and day < ${today}
    group by day`);
  const pace = dailyPace(days.map((day) => day.spent));
  return { pace, endsOn: endsOn(available, pace, today) };
}

const severity: Level[] = ["fine", "low", "out"];

/**
 * Computes the level of the available balance after a change and publishes a worse level once: `wallet.ran_low` with
 * the day it ends, or `wallet.ran_out`. A better level is only recorded, so that the next crossing is published again.
 * The caller holds the wallet's lock.
 */
export async function checkLowBalance(ctx: Context): Promise<void> {
  const { tx } = ctx;
  const { merchantId } = ctx.actor;
  const { available_halalas } = await loadBalance(ctx);
  const { pace, endsOn: lastDay } = await loadPace(ctx, available_halalas);
  const { short } = await tx.one<{ short: boolean }>(sql`
    select exists (select 1 from wallet.holds where merchant_id = ${merchantId} and held_halalas < target_halalas)
        or exists (select 1 from wallet.receivables where merchant_id = ${merchantId} and owed_halalas > 0) as short`);
  const level = computeLevel({ available: available_halalas, pace, isReserveShort: short });

  const before = await loadLevel(ctx);
  if (level === before) return;
  await saveLevel(ctx, level);
  if (severity.indexOf(level) < severity.indexOf(before)) return;
  if (level === "out") await tx.publish({ name: "wallet.ran_out", merchant_id: merchantId });
  else await tx.publish({ name: "wallet.ran_low", merchant_id: merchantId, ends_on: lastDay });
}

export type BalanceOutlook = { level: Level; ends_on: RiyadhDay | null };

/** The last recorded level, and while it is `low`, the day the available balance ends at the recent pace. */
export async function loadOutlook(ctx: ReadContext): Promise<BalanceOutlook> {
  const level = await loadLevel(ctx);
  if (level !== "low") return { level, ends_on: null };
  const { available_halalas } = await loadBalance(ctx);
  const { endsOn: lastDay } = await loadPace(ctx, available_halalas);
  return { level, ends_on: lastDay };
}
