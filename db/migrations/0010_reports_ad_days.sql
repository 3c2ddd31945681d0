-- The roll-up by ad: one row an ad and Riyadh day, kept together with the one by campaign. Summing an ad's hours anew for
-- each look at a campaign's page cost ten times what the rest of the page did (docs/performance.md).
create table reports.ad_days (
  merchant_id text not null,
  campaign_id text not null,
  day date not null,
  ad_id text not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  spend_halalas bigint not null default 0,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  primary key (merchant_id, campaign_id, day, ad_id)
);

insert into reports.ad_days (merchant_id, campaign_id, day, ad_id, impressions, clicks, spend_halalas, orders_placed,
  sales_placed_halalas)
select merchant_id, campaign_id, day, ad_id, sum(impressions), sum(clicks), sum(spend_halalas), sum(orders_placed),
  sum(sales_placed_halalas)
from (
  select merchant_id, campaign_id, (hour at time zone 'Asia/Riyadh')::date as day, ad_id, impressions, clicks,
    spend_halalas, 0 as orders_placed, 0 as sales_placed_halalas
  from reports.metric_hours
  union all
  select merchant_id, campaign_id, day, ad_id, 0, 0, 0, orders_placed, sales_placed_halalas
  from reports.attributed_orders
) known
group by merchant_id, campaign_id, day, ad_id;
