import { type Db, raw, sql } from "#base/server/db/db.ts";
import { seedCampaigns, seedMerchant } from "./seed-merchant.ts";

/** Two years up to today, and what a large shop has: the roll-ups' sizes depend on these, not on the orders. */
const days = 731;
const campaigns = 20;
const adsOfCampaign = 3;
const products = 60;
const cities =
  "riyadh jeddah makkah madinah dammam khobar buraydah taif abha tabuk hail jazan najran jubail yanbu hofuf".split(
    " ",
  );

export const reportsMerchantId = "mer_reports";

/**
 * So many orders of one merchant over two years, a third of them brought by ads, as the product counts them, with the
 * roll-ups of these orders, and what the platforms reported of its campaigns' ads. `bench/reports.bench.ts` checks that
 * counting orders through the product makes the same roll-ups.
 */
export async function seedOrders(db: Db, orders: number): Promise<{ authorization: string }> {
  const headers = await seedMerchant(db, reportsMerchantId, 1);
  await seedCampaigns(db, reportsMerchantId, "cmr_", campaigns);
  await db.run(sql`
    insert into figures.counted_orders
    select ${reportsMerchantId}, 'ord_' || n, 'sto_' || h % 2, current_date - (n % ${days}::int), (h / 7 % 24 + h / 11 % 24) / 2,
      ${raw(`(array['${[...cities, ...cities.slice(0, 4)].join("','")}'])`)}[1 + h / 3 % 20],
      case when h % 3 = 0 then 'cmr_' || 100000 + h / 5 % ${campaigns}::int end,
      case when h % 3 = 0 then 'adr_' || h / 5 % ${campaigns}::int || '_' || h / 13 % ${adsOfCampaign}::int end,
      1, 5000 + h % 30000, h % 4 / 3 , h % 4 / 3 * (5000 + h % 30000), 0, 0,
      jsonb_build_array(jsonb_build_object('product_id', 'p' || h / 17 % ${products}::int, 'units_sold', 1 + h % 3,
        'product_sales_halalas', 5000 + h % 30000, 'units_returned', h % 10 / 9))
    from generate_series(1, ${orders}::int) n, lateral (select abs(hashtext(n::text)) as h) hashed`);
  for (const rollUp of rollUps(sql`where merchant_id = ${reportsMerchantId}`)) await db.run(rollUp);
  await seedAdDays(db);
  const tables = [
    "counted_orders",
    "city_days",
    "order_hours",
    "product_days",
    "product_months",
    "ad_days",
    "campaign_days",
    "merchant_days",
  ];
  for (const table of tables) await db.run(raw(`vacuum analyze figures.${table}`));
  await db.run(raw("vacuum analyze wallet.settled_days"));
  return headers;
}

const brought =
  raw(`cross join lateral (values ('all'), (case when campaign_id is not null then 'ads' end), (campaign_id))
  brought (brought_by) `);
const sums =
  raw(`sum(orders_placed), sum(sales_placed_halalas), sum(orders_delivered), sum(sales_delivered_halalas),
  sum(orders_unconfirmed), sum(sales_unconfirmed_halalas)`);

/** The roll-ups of counted orders, as the migration sums them. */
const rollUps = (where: ReturnType<typeof sql>) => [
  sql`insert into figures.city_days select merchant_id, brought_by, day, store_id, city_key, ${sums}
    from figures.counted_orders ${brought} ${where} and brought_by is not null group by 1, 2, 3, 4, 5`,
  sql`insert into figures.order_hours select merchant_id, brought_by, day, hour, store_id, ${sums}
    from figures.counted_orders ${brought} ${where} and brought_by is not null group by 1, 2, 3, 4, 5`,
  sql`insert into figures.product_days
    select merchant_id, brought_by, day, store_id, product->>'product_id', sum((product->>'units_sold')::bigint),
      sum((product->>'product_sales_halalas')::bigint), sum((product->>'units_returned')::bigint)
    from figures.counted_orders ${brought} cross join lateral jsonb_array_elements(products) product
    ${where} and brought_by is not null group by 1, 2, 3, 4, 5`,
  sql`insert into figures.product_months
    select merchant_id, brought_by, date_trunc('month', day)::date, store_id, product_id, sum(units_sold),
      sum(product_sales_halalas), sum(units_returned)
    from figures.product_days ${where} group by 1, 2, 3, 4, 5`,
];

/** What platforms reported of each ad and day, with its orders, and its sums; and what the wallet settled. */
async function seedAdDays(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, name, status, starts_at, updated_at)
    select id, merchant_id, platform, ad_account_id, name, status, starts_at, updated_at from campaigns.campaigns
    where merchant_id = ${reportsMerchantId}`);
  await db.run(sql`
    insert into figures.ad_days (merchant_id, campaign_id, day, ad_id, impressions, clicks, spend_halalas, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select ${reportsMerchantId}, 'cmr_' || 100000 + c, current_date - ago, 'adr_' || c || '_' || a, 1000 + c, 20 + a,
      4000 + (c * 7919 + ago) % 3000, coalesce(orders, 0), coalesce(sales, 0), coalesce(delivered, 0), coalesce(delivered_sales, 0)
    from generate_series(0, ${campaigns - 1}::int) c
    cross join generate_series(0, ${adsOfCampaign - 1}::int) a cross join generate_series(0, ${days - 1}::int) ago
    left join (
      select ad_id, day, sum(orders_placed) as orders, sum(sales_placed_halalas) as sales, sum(orders_delivered) as delivered,
        sum(sales_delivered_halalas) as delivered_sales
      from figures.counted_orders where ad_id is not null group by 1, 2
    ) sold on sold.ad_id = 'adr_' || c || '_' || a and sold.day = current_date - ago`);
  const total =
    raw(`sum(impressions), sum(clicks), sum(spend_halalas), sum(orders_placed), sum(sales_placed_halalas),
    sum(orders_delivered), sum(sales_delivered_halalas)`);
  const columns =
    raw(`impressions, clicks, spend_halalas, orders_placed, sales_placed_halalas, orders_delivered,
    sales_delivered_halalas`);
  await db.run(sql`
    insert into figures.campaign_days (merchant_id, campaign_id, day, ${columns})
    select merchant_id, campaign_id, day, ${total} from figures.ad_days group by 1, 2, 3`);
  await db.run(sql`
    insert into figures.merchant_days (merchant_id, day, platform, ${columns})
    select merchant_id, day, 'snapchat', ${total} from figures.ad_days group by 1, 2`);
  await db.run(sql`
    insert into wallet.settled_days (merchant_id, campaign_id, day, total_halalas, revision)
    select merchant_id, campaign_id, day, spend_halalas, 1 from figures.campaign_days`);
}
