-- Figures are read ad account by ad account, by the hour while a day is young and by the day afterwards.

-- An ad's day is the last word on it: the sum of its hours, or what its platform told of the whole day (`is_told_whole`).
alter table reports.ad_days
  add column claimed_purchases bigint not null default 0,
  add column claimed_sales_halalas bigint not null default 0,
  add column is_told_whole boolean not null default false;

update reports.ad_days set claimed_purchases = known.purchases, claimed_sales_halalas = known.sales
from (
  select merchant_id, campaign_id, (hour at time zone 'Asia/Riyadh')::date as day, ad_id, sum(claimed_purchases) as purchases,
    sum(claimed_sales_halalas) as sales
  from reports.metric_hours group by 1, 2, 3, 4
) known
where ad_days.merchant_id = known.merchant_id and ad_days.campaign_id = known.campaign_id
  and ad_days.day = known.day and ad_days.ad_id = known.ad_id;

-- What of a campaign's day the wallet has been told: only days that differ are told again.
alter table reports.campaign_days add column captured_halalas bigint not null default 0;

-- The merchant's days are kept platform by platform, so that home compares them at the price of a few rows a day.
alter table reports.attributed_orders add column platform text;
update reports.attributed_orders set platform = campaigns.platform
from campaigns.campaigns where campaigns.id = attributed_orders.campaign_id;
update reports.attributed_orders set platform = 'snapchat' where platform is null;
alter table reports.attributed_orders alter column platform set not null;

alter table reports.merchant_days add column platform text;
alter table reports.merchant_days drop constraint merchant_days_pkey;
delete from reports.merchant_days;
alter table reports.merchant_days alter column platform set not null;
alter table reports.merchant_days add primary key (merchant_id, day, platform);
insert into reports.merchant_days (merchant_id, day, platform, impressions, clicks, spend_halalas, claimed_purchases,
  claimed_sales_halalas, orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas)
select days.merchant_id, day, coalesce(campaigns.platform, 'snapchat'), sum(impressions), sum(clicks), sum(spend_halalas),
  sum(claimed_purchases), sum(claimed_sales_halalas), sum(orders_placed), sum(sales_placed_halalas),
  sum(orders_delivered), sum(sales_delivered_halalas)
from reports.campaign_days days left join campaigns.campaigns on campaigns.id = days.campaign_id
group by 1, 2, 3;

-- How reading each ad account goes. `read_at` and `failing_since` are business time, `next_try_at` the machine's.
create table reports.account_readings (
  ad_account_id text primary key,
  merchant_id text not null,
  platform text not null,
  name text not null,
  currency text not null,
  read_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  fault text check (fault in ('rejected', 'reconnect', 'later', 'outcome_unknown')),
  next_try_at timestamptz,
  check ((failing_since is null) = (failures = 0) and (fault is null) = (failures = 0))
);
create index account_readings_of_merchant on reports.account_readings (merchant_id);
create index account_readings_waiting on reports.account_readings (next_try_at) where next_try_at is not null;
