import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

type Spend = { campaign_id: string; day: RiyadhDay; total_halalas: Halalas };

/** Settles ad spend in the wallet: each day's total so far. A repeated total settles only the difference. */
export type SpendSettlement = {
  settleSpends(tx: Tx, merchantId: string, spends: readonly Spend[]): Promise<unknown>;
};

/** Other transactions wait for the merchant's wallet during a settlement, so each takes only this many days. */
const daysAtOnce = 200;

type OpenDay = { campaign_id: string; day: RiyadhDay; spend_halalas: number };

/**
 * Brings the wallet in line with the campaigns' spend on each day since `from`, as last reported; days already settled
 * at that amount are left out. Safe to run again.
 */
export async function settleDays(
  db: Db,
  wallet: SpendSettlement,
  merchantId: string,
  campaignIds: readonly string[],
  from: RiyadhDay,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await db.transaction(async (tx) => {
      const days = await tx.many<OpenDay>(sql`
        select campaign_id, day, spend_halalas from reports.campaign_days
        where merchant_id = ${merchantId} and campaign_id = any(${[...campaignIds]}::text[]) and day >= ${from}
          and spend_halalas <> settled_halalas
        order by day, campaign_id limit ${daysAtOnce} for update`);
      if (days.length === 0) return false;
      const spends = days.map(({ spend_halalas, ...day }) => ({
        ...day,
        total_halalas: halalas(spend_halalas),
      }));
      await wallet.settleSpends(tx, merchantId, spends);
      await tx.run(sql`
        update reports.campaign_days set settled_halalas = spend_halalas
        where merchant_id = ${merchantId} and (campaign_id, day) in (
          select * from unnest(${days.map(({ campaign_id }) => campaign_id)}::text[], ${days.map(({ day }) => day)}::date[]))`);
      return days.length === daysAtOnce;
    });
  }
}
