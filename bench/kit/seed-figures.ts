import { type Db, raw, sql } from "#base/server/db/db.ts";
import { seedCampaigns, seedMerchant } from "./seed-merchant.ts";

/** Hours of figures that every ad has, up to now: more than the sixty days a screen compares. */
const hours = 2_000;
const adsOfCampaign = 5;
/** Each merchant other than the owner of half has this many rows, however many merchants there are. */
const rowsOfOther = 50_000;

export type ApiClient = { headers: { authorization: string }; merchantId: string; campaignId: string };

const campaignsIn = (rows: number) => rows / (hours * adsOfCampaign);

/**
 * This many hourly rows as platforms report them, in the order of time: half of them one merchant's, the rest other
 * merchants'. Every campaign has two orders a day. The roll-up is summed from these rows, set by set;
 * `agreesWithIngest` checks that the product's own ingestion produces the same from them.
 */
export async function seedFigures(db: Db, rows: number): Promise<{ half: ApiClient; other: ApiClient }> {
  const others = Math.max(1, rows / 2 / rowsOfOther);
  await db.run(sql`
    create table public.ads as
    select merchant_id, merchant_id || '_c' || 100000 + c as campaign_id, merchant_id || '_a' || c * ${adsOfCampaign}::int + a as ad_id
    from (
      select 'mer_half' as merchant_id, ${campaignsIn(rows / 2)}::int as campaigns
      union all select 'mer_other_' || n, ${campaignsIn(rowsOfOther)}::int from generate_series(1, ${others}::int) n
    ) owner, generate_series(0, campaigns - 1) c, generate_series(1, ${adsOfCampaign}::int) a`);
  await seedHours(db);
  await seedOrders(db);
  await rollUpByCampaign(db);
  await rollUpByAd(db);
  await rollUpByMerchant(db);
  for (const table of [
    "metric_hours",
    "campaign_days",
    "ad_days",
    "merchant_days",
    "attributed_orders",
    "polls",
  ])
    await db.run(raw(`vacuum analyze figures.${table}`));
  return {
    half: await makeApiClient(db, "mer_half", campaignsIn(rows / 2), 1),
    other: await makeApiClient(db, "mer_other_1", campaignsIn(rowsOfOther), 2),
  };
}

async function seedHours(db: Db): Promise<void> {
  await db.run(sql`
    select figures.make_month(month::date)
    from generate_series(date_trunc('month', now() - ${hours} * interval '1 hour'), now(), '1 month') month`);
  await db.run(sql`
    insert into figures.metric_hours (merchant_id, campaign_id, ad_id, hour, impressions, clicks, spend_halalas,
      platform_reported_purchases, platform_reported_sales_halalas, read_at)
    select merchant_id, campaign_id, ad_id, hour, shown, shown / 40, shown * 3 / 2, shown / 900, shown * 7, now()
    from (
      select ads.*, hour, 200 + abs(hashtext(ad_id || hour::text)) % 2000 as shown
      from generate_series(date_trunc('hour', now()) - ${hours - 1} * interval '1 hour', now(), '1 hour') hour, public.ads
    ) source`);
  await db.run(sql`
    insert into figures.polls (campaign_id, merchant_id, read_until, corrected_at, settled_at, read_at)
    select distinct campaign_id, merchant_id, now(), now(), now(), now() from public.ads`);
}

async function seedOrders(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.attributed_orders (merchant_id, order_id, platform, campaign_id, ad_id, day,
      orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select merchant_id, campaign_id || '_' || day || '_' || nth, 'snapchat', campaign_id, min(ad_id), day, 1, 19900, nth - 1, (nth - 1) * 19900
    from public.ads, generate_series(1, 2) nth,
      (select distinct (hour at time zone 'Asia/Riyadh')::date as day from figures.metric_hours where merchant_id = 'mer_half') days
    group by merchant_id, campaign_id, day, nth`);
}

async function rollUpByCampaign(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.campaign_days (merchant_id, day, campaign_id, impressions, clicks, spend_halalas,
      platform_reported_purchases, platform_reported_sales_halalas, orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select shown.*, sold.placed, sold.placed_halalas, sold.delivered, sold.delivered_halalas
    from (
      select merchant_id, (hour at time zone 'Asia/Riyadh')::date as day, campaign_id, sum(impressions), sum(clicks),
        sum(spend_halalas), sum(platform_reported_purchases), sum(platform_reported_sales_halalas)
      from figures.metric_hours group by 1, 2, 3
    ) shown join (
      select campaign_id, day, sum(orders_placed) as placed, sum(sales_placed_halalas) as placed_halalas,
        sum(orders_delivered) as delivered, sum(sales_delivered_halalas) as delivered_halalas
      from figures.attributed_orders group by 1, 2
    ) sold using (campaign_id, day)`);
}

async function rollUpByAd(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.ad_days (merchant_id, campaign_id, day, ad_id, impressions, clicks, spend_halalas, platform_reported_purchases,
      platform_reported_sales_halalas)
    select merchant_id, campaign_id, (hour at time zone 'Asia/Riyadh')::date as day, ad_id, sum(impressions), sum(clicks),
      sum(spend_halalas), sum(platform_reported_purchases), sum(platform_reported_sales_halalas)
    from figures.metric_hours group by 1, 2, 3, 4`);
  await db.run(sql`
    update figures.ad_days set orders_placed = sold.placed, sales_placed_halalas = sold.halalas
    from (
      select ad_id, day, sum(orders_placed) as placed, sum(sales_placed_halalas) as halalas
      from figures.attributed_orders group by 1, 2
    ) sold where sold.ad_id = ad_days.ad_id and sold.day = ad_days.day`);
}

async function rollUpByMerchant(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.merchant_days (merchant_id, day, platform, impressions, clicks, spend_halalas,
      platform_reported_purchases, platform_reported_sales_halalas, orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select merchant_id, day, 'snapchat', sum(impressions), sum(clicks), sum(spend_halalas), sum(platform_reported_purchases),
      sum(platform_reported_sales_halalas), sum(orders_placed), sum(sales_placed_halalas), sum(orders_delivered),
      sum(sales_delivered_halalas)
    from figures.campaign_days group by 1, 2`);
}

async function makeApiClient(db: Db, merchantId: string, campaigns: number, nth: number): Promise<ApiClient> {
  const headers = await seedMerchant(db, merchantId, nth);
  await seedCampaigns(db, merchantId, `${merchantId}_c`, campaigns);
  return { headers, merchantId, campaignId: `${merchantId}_c100000` };
}
