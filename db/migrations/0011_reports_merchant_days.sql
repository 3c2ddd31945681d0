-- The roll-up of all a merchant's campaigns: one row a Riyadh day, kept together with the ones by campaign and by ad. What
-- the home page reads costs the same with five campaigns and with five hundred.
create table reports.merchant_days (
  merchant_id text not null,
  day date not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  spend_halalas bigint not null default 0,
  claimed_purchases bigint not null default 0,
  claimed_sales_halalas bigint not null default 0,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  primary key (merchant_id, day)
);
-- Every campaign's news rewrites its merchant's day; room in the page keeps those rewrites off the index.
alter table reports.merchant_days set (fillfactor = 50);

insert into reports.merchant_days
select merchant_id, day, sum(impressions), sum(clicks), sum(spend_halalas), sum(claimed_purchases),
  sum(claimed_sales_halalas), sum(orders_placed), sum(sales_placed_halalas), sum(orders_delivered),
  sum(sales_delivered_halalas)
from reports.campaign_days
group by merchant_id, day;
