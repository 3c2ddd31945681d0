import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeLevel, dailyPace, endsOn, type Level, paceDays } from "../domain/available-balance.ts";
import { loadLevel, saveLevel } from "./balance-levels.store.ts";
import { type Funds, fundsColumns, loadBalance } from "./ledger.ts";
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

/**
 * Computes the level of the available balance after a change and publishes a worse level once: `wallet.ran_low` with
 * the day it ends, or `wallet.ran_out`. A better level is only recorded, so that the next crossing is published again.
 * Plans the automatic top-up too. The caller holds the wallet's lock.
 */
export async function checkLowBalance(ctx: Context): Promise<void> {
  const { tx } = ctx;
  const merchant_id = ctx.actor.merchantId;
  const facts = await loadLevelFacts(ctx);
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

type LevelFacts = Funds & {
  /** Spend of each recent day that has any, in halalas. */
  spent_by_day: number[];
  /** As recorded last. */
  level: Level;
  has_top_up: boolean;
};

function loadLevelFacts({ tx, actor: { merchantId }, now }: Context): Promise<LevelFacts> {
  const today = toRiyadhDay(now);
  const facts = sql`
    select ${fundsColumns}, coalesce(level, 'fine') as level,
      array_to_json(array(
        select sum(total_halalas) from wallet.settled_days
        where merchant_id = ${merchantId} and day >= ${addDays(today, -paceDays)} and day < ${today} group by day
      )) as spent_by_day,
      exists (
        select 1 from wallet.top_up_settings where merchant_id = ${merchantId} and is_active and card_id is not null
      ) as has_top_up
    from wallet.read_funds(${merchantId}) funds
    left join wallet.balance_levels on balance_levels.merchant_id = ${merchantId}`;
  return tx.one<LevelFacts>(prepared("wallet.level_facts", facts));
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
