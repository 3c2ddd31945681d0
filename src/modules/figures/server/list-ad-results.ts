import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** What one ad brought over the days in which it ran. Amounts are in halalas; days are Riyadh days. */
export type AdResult = {
  ad_id: string;
  campaign_id: string;
  platform: Platform;
  /** Days on which it cost something. */
  days_run: number;
  first_day: RiyadhDay;
  last_day: RiyadhDay;
  spend_halalas: number;
  orders_delivered: number;
  sales_delivered_halalas: number;
};

type Input = {
  /** Riyadh days, both included. */
  from: RiyadhDay;
  to: RiyadhDay;
  /** Ads below one of these are left out, unless they are named in `adIds`. */
  least: { days: number; spendHalalas: number; ordersDelivered: number };
  adIds: readonly string[];
};

/** The merchant's ads that ran in the period and reached what is demanded, in no order. Each day of an ad is read once. */
export function listAdResults(
  { db, actor }: ReadContext,
  { from, to, least, adIds }: Input,
): Promise<AdResult[]> {
  return db.many<AdResult>(sql`
    select days.*, platform from (
      select ad_id, campaign_id, count(*) filter (where spend_halalas > 0)::int as days_run,
        min(day) filter (where spend_halalas > 0) as first_day, max(day) filter (where spend_halalas > 0) as last_day,
        sum(spend_halalas)::bigint as spend_halalas, sum(orders_delivered)::int as orders_delivered,
        sum(sales_delivered_halalas)::bigint as sales_delivered_halalas
      from figures.ad_days
      where merchant_id = ${actor.merchantId} and day between ${from} and ${to}
      group by ad_id, campaign_id
      having count(*) filter (where spend_halalas > 0) > 0 and (ad_id = any(${[...adIds]}::text[])
        or (count(*) filter (where spend_halalas > 0) >= ${least.days}
          and sum(spend_halalas) >= ${least.spendHalalas} and sum(orders_delivered) >= ${least.ordersDelivered}))
    ) days join figures.campaigns using (campaign_id)
    where merchant_id = ${actor.merchantId}`);
}
