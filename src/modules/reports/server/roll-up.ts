import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/**
 * Adds the differences in `changed` (campaign_id, ad_id, day, d_…) to the days of the ads, the campaigns, and the
 * merchant on this platform, each in the order of its key, so that two polls cannot deadlock. The statement touches as
 * many rows as there are changed campaign days.
 */
export function rollUp(
  { actor: { merchantId } }: ReadContext,
  { platform }: { platform: Platform },
  { isReportedWhole }: { isReportedWhole: boolean },
): Sql {
  return sql`
    by_ad as (
      insert into reports.ad_days as days (merchant_id, campaign_id, day, ad_id, impressions, clicks, spend_halalas,
        platform_reported_purchases, platform_reported_sales_halalas, is_reported_whole)
      select ${merchantId}, campaign_id, day, ad_id, ${sums}, ${isReportedWhole}
      from changed group by 2, 3, 4 order by 2, 3, 4
      on conflict (merchant_id, campaign_id, day, ad_id) do update set ${growth}, is_reported_whole = excluded.is_reported_whole
    ),
    by_campaign as (
      select campaign_id, day, ${sums} from changed group by 1, 2
    ),
    by_merchant as (
      insert into reports.merchant_days as days (merchant_id, day, platform, impressions, clicks, spend_halalas,
        platform_reported_purchases, platform_reported_sales_halalas)
      select ${merchantId}, day, ${platform}, ${sums} from changed group by 2 order by 2
      on conflict (merchant_id, day, platform) do update set ${growth}
    )
    insert into reports.campaign_days as days (merchant_id, campaign_id, day, impressions, clicks, spend_halalas,
      platform_reported_purchases, platform_reported_sales_halalas)
    select ${merchantId}, by_campaign.* from by_campaign order by day, campaign_id
    on conflict (merchant_id, day, campaign_id) do update set ${growth}`;
}

const sums = sql`sum(d_impressions), sum(d_clicks), sum(d_spend), sum(d_purchases), sum(d_sales)`;

const growth = sql`
  impressions = days.impressions + excluded.impressions,
  clicks = days.clicks + excluded.clicks,
  spend_halalas = days.spend_halalas + excluded.spend_halalas,
  platform_reported_purchases = days.platform_reported_purchases + excluded.platform_reported_purchases,
  platform_reported_sales_halalas = days.platform_reported_sales_halalas + excluded.platform_reported_sales_halalas`;
