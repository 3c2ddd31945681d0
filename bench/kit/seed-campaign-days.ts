import { type Db, sql } from "#base/server/db/db.ts";

/** A month of figures up to today for every campaign of the merchant whose number is no multiple of ten. */
export async function seedCampaignDays(db: Db, merchantId: string): Promise<void> {
  await db.run(sql`
    insert into figures.campaign_days (merchant_id, day, campaign_id, impressions, clicks, spend_halalas, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select merchant_id, current_date - ago, id, 1000 + n % 700, 20 + n % 13, 5000 + (n * 7919 + ago * 104729) % 9000,
      (n + ago) % 7, (n + ago) % 7 * 14900, (n + ago) % 6, (n + ago) % 6 * 13900
    from (select *, row_number() over (order by id) as n from campaigns.campaigns where merchant_id = ${merchantId}) c,
      generate_series(0, 29) ago
    where n % 10 <> 0
    order by 2, 3`);
}
