import { sql, type Tx } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";

/** One ad's figures in one hour (UTC, on the hour), as its platform told them. */
export type AdHour = {
  adId: string;
  hour: Date;
  impressions: number;
  clicks: number;
  spend: Halalas;
  claimedPurchases: number;
  claimedSales: Halalas;
};

export type CampaignKey = { merchantId: string; campaignId: string };

/**
 * Stores a page of hours and adds the differences to the roll-ups, in the caller's transaction. The same page again
 * changes nothing. Answers whether any figure changed.
 */
export async function ingestHours(
  tx: Tx,
  { merchantId, campaignId }: CampaignKey,
  hours: readonly AdHour[],
  readAt: Date,
): Promise<boolean> {
  if (hours.length === 0) return false;
  await makeMonths(tx, hours);
  const times = hours.map(({ hour }) => hour.getTime());
  // Two readings of one campaign at once would both count the same difference.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${campaignId}, 0))`);
  const changedDays = await tx.run(sql`
    with told as (
      select * from unnest(
        ${hours.map((row) => row.adId)}::text[], ${hours.map((row) => row.hour)}::timestamptz[],
        ${hours.map((row) => row.impressions)}::bigint[], ${hours.map((row) => row.clicks)}::bigint[],
        ${hours.map((row) => row.spend)}::bigint[], ${hours.map((row) => row.claimedPurchases)}::bigint[],
        ${hours.map((row) => row.claimedSales)}::bigint[]
      ) as told (ad_id, hour, impressions, clicks, spend_halalas, claimed_purchases, claimed_sales_halalas)
    ),
    difference as (
      select told.*,
        told.impressions - coalesce(known.impressions, 0) as d_impressions,
        told.clicks - coalesce(known.clicks, 0) as d_clicks,
        told.spend_halalas - coalesce(known.spend_halalas, 0) as d_spend,
        told.claimed_purchases - coalesce(known.claimed_purchases, 0) as d_purchases,
        told.claimed_sales_halalas - coalesce(known.claimed_sales_halalas, 0) as d_sales
      from told
      left join reports.metric_hours known
        on known.merchant_id = ${merchantId} and known.ad_id = told.ad_id and known.hour = told.hour
        -- Follows from the page, and spares looking through everything else the merchant has.
        and known.ad_id = any(${[...new Set(hours.map((row) => row.adId))]}::text[])
        and known.hour between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      where known.ad_id is null
        or (told.impressions, told.clicks, told.spend_halalas, told.claimed_purchases, told.claimed_sales_halalas)
          is distinct from (known.impressions, known.clicks, known.spend_halalas, known.claimed_purchases, known.claimed_sales_halalas)
    ),
    kept as (
      insert into reports.metric_hours as kept (merchant_id, campaign_id, ad_id, hour, impressions, clicks,
        spend_halalas, claimed_purchases, claimed_sales_halalas, read_at)
      select ${merchantId}, ${campaignId}, ad_id, hour, impressions, clicks, spend_halalas, claimed_purchases,
        claimed_sales_halalas, ${readAt} from difference
      on conflict (merchant_id, ad_id, hour) do update set
        impressions = excluded.impressions, clicks = excluded.clicks, spend_halalas = excluded.spend_halalas,
        claimed_purchases = excluded.claimed_purchases, claimed_sales_halalas = excluded.claimed_sales_halalas,
        read_at = excluded.read_at
    ),
    by_ad as (
      insert into reports.ad_days as days (merchant_id, campaign_id, day, ad_id, impressions, clicks, spend_halalas)
      select ${merchantId}, ${campaignId}, (hour at time zone 'Asia/Riyadh')::date, ad_id, sum(d_impressions),
        sum(d_clicks), sum(d_spend)
      from difference group by 3, 4 order by 3, 4
      on conflict (merchant_id, campaign_id, day, ad_id) do update set
        impressions = days.impressions + excluded.impressions,
        clicks = days.clicks + excluded.clicks,
        spend_halalas = days.spend_halalas + excluded.spend_halalas
    ),
    by_day as (
      select (hour at time zone 'Asia/Riyadh')::date as day, sum(d_impressions) as impressions, sum(d_clicks) as clicks,
        sum(d_spend) as spend_halalas, sum(d_purchases) as claimed_purchases, sum(d_sales) as claimed_sales_halalas
      from difference group by 1 order by 1
    ),
    by_merchant as (
      insert into reports.merchant_days as days (merchant_id, day, impressions, clicks, spend_halalas,
        claimed_purchases, claimed_sales_halalas)
      select ${merchantId}, by_day.* from by_day
      on conflict (merchant_id, day) do update set
        impressions = days.impressions + excluded.impressions,
        clicks = days.clicks + excluded.clicks,
        spend_halalas = days.spend_halalas + excluded.spend_halalas,
        claimed_purchases = days.claimed_purchases + excluded.claimed_purchases,
        claimed_sales_halalas = days.claimed_sales_halalas + excluded.claimed_sales_halalas
    )
    insert into reports.campaign_days as days (merchant_id, campaign_id, day, impressions, clicks, spend_halalas,
      claimed_purchases, claimed_sales_halalas)
    select ${merchantId}, ${campaignId}, by_day.* from by_day
    on conflict (merchant_id, day, campaign_id) do update set
      impressions = days.impressions + excluded.impressions,
      clicks = days.clicks + excluded.clicks,
      spend_halalas = days.spend_halalas + excluded.spend_halalas,
      claimed_purchases = days.claimed_purchases + excluded.claimed_purchases,
      claimed_sales_halalas = days.claimed_sales_halalas + excluded.claimed_sales_halalas`);
  return changedDays > 0;
}

const madeMonths = new Set<string>();

/** Each month's partition stands before its first row; a row that came too early lies in the default one. */
async function makeMonths(tx: Tx, hours: readonly AdHour[]): Promise<void> {
  for (const month of new Set(hours.map(({ hour }) => `${hour.toISOString().slice(0, 7)}-01`))) {
    if (madeMonths.has(month)) continue;
    await tx.run(sql`select reports.make_month(${month}::date)`);
    madeMonths.add(month);
  }
}
