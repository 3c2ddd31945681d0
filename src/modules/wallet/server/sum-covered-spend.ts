import type { ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";

/** Months are "2026-11". */
type MerchantsInput = { since: string; after: string; size: number };

/**
 * Merchants after the given one that spent anything and have an entry booked since a month began, in their order. Others
 * have nothing that could differ from what was counted before.
 */
export async function listSpendingMerchants(
  db: Db,
  { since, after, size }: MerchantsInput,
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select distinct merchant_id from wallet.statement_months known
    where month >= ${`${since}-01`}::date and merchant_id > ${after}
      and exists (select 1 from wallet.settled_days where settled_days.merchant_id = known.merchant_id)
    order by merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

export type CoveredSpend = { month: string; campaign_id: string; covered_halalas: number };

/**
 * The ad spend of the merchant's campaigns that its money covered so far, VAT included, by the Riyadh month of the days it
 * belongs to, whenever it was reported: what was settled for a day, less what is still owed for it. Both months included.
 */
export function sumCoveredSpend(
  { db, actor: { merchantId } }: ReadContext,
  { from, to }: { from: string; to: string },
): Promise<CoveredSpend[]> {
  return db.many<CoveredSpend>(sql`
    select to_char(day, 'YYYY-MM') as month, campaign_id,
      sum(total_halalas - coalesce(owed.halalas, 0))::bigint as covered_halalas
    from wallet.settled_days left join (
      select reference as campaign_id, day, sum(owed_halalas) as halalas from wallet.receivables
      where merchant_id = ${merchantId} and kind = 'ad_spend' and owed_halalas > 0 group by reference, day
    ) owed using (campaign_id, day)
    where merchant_id = ${merchantId} and day >= ${`${from}-01`}::date
      and day < ${`${to}-01`}::date + interval '1 month'
    group by 1, 2 having sum(total_halalas - coalesce(owed.halalas, 0)) > 0 order by 1, 2`);
}
