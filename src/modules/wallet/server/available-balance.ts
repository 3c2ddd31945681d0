import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeLevel, dailyPace, endsOn, type Level, paceDays } from "../domain/available-balance.ts";
import { loadLevel, saveLevel } from "./balance-levels.store.ts";
import { type LevelFacts, loadBalance, reloadWallet } from "./ledger.ts";
import { planTopUp } from "./plan-top-up.ts";

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

/** Updates the level after a change, from what is in the wallet now. The caller holds the wallet's lock. */
export const checkLowBalance = async (ctx: Context): Promise<void> =>
  updateLevel(ctx, await reloadWallet(ctx));

/**
 * Computes the level of the available balance after a change and publishes a worse level once: `wallet.ran_low` with
 * the day it ends, or `wallet.ran_out`. A better level is only recorded, so that the next crossing is published again.
 * Plans the automatic top-up too. The caller holds the wallet's lock, and `facts` are those after the change.
 */
export async function updateLevel(ctx: Context, facts: LevelFacts): Promise<void> {
  const { tx } = ctx;
  const merchant_id = ctx.actor.merchantId;
  const { available_halalas: available, shortfall_halalas, owed_halalas, level: before } = facts;
  if (facts.has_top_up) await planTopUp(ctx);
  const pace = dailyPace(facts.spent_by_day);
  const level = computeLevel({ available, pace, isReserveShort: shortfall_halalas > 0 || owed_halalas > 0 });
  if (level === before) return;
  await saveLevel(ctx, level);
  if (severity.indexOf(level) < severity.indexOf(before)) return;
  if (level === "out") return tx.publish({ name: "wallet.ran_out", merchant_id });
  await tx.publish({
    name: "wallet.ran_low",
    merchant_id,
    ends_on: endsOn(available, pace, toRiyadhDay(ctx.now)),
  });
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
