-- First readings that reached their end, and whose end was not written down because two looks at the clock differed.
update stores.stores set import_finished_at = synced_at
where import_finished_at is null and synced_at >= import_started_at and orders_read_to >= import_started_at;

-- Why a connected store's orders cannot be read: the platform has not approved our app for them, or too little was granted.
alter table stores.stores
  add column orders_blocked_by text check (orders_blocked_by in ('customer_data_not_approved', 'scope_missing'));

-- Orders of a site that only pages told of, unsigned: they stay unconfirmed and out of the figures, unless the merchant
-- counts them.
alter table stores.orders
  add column is_confirmed boolean not null default true,
  -- What other pages claimed of an unconfirmed order, where they contradict its first claim.
  add column other_claims jsonb not null default '[]';
alter table stores.stores add column counts_unconfirmed boolean not null default false;
-- A signed word always has its time; a page's never.
update stores.orders set is_confirmed = false
from stores.stores where stores.id = store_id and platform = 'other' and changed_at is null;
create index orders_unconfirmed on stores.orders (store_id, id) where not is_confirmed;

-- Orders that ads brought and nobody confirmed stand beside those that count.
alter table reports.attributed_orders
  add column orders_unconfirmed bigint not null default 0,
  add column sales_unconfirmed_halalas bigint not null default 0;
alter table reports.campaign_days
  add column orders_unconfirmed bigint not null default 0,
  add column sales_unconfirmed_halalas bigint not null default 0;
alter table reports.merchant_days
  add column orders_unconfirmed bigint not null default 0,
  add column sales_unconfirmed_halalas bigint not null default 0;

-- An order only pages told of was never more than placed.
update reports.attributed_orders set orders_unconfirmed = orders_placed, sales_unconfirmed_halalas = sales_placed_halalas,
  orders_placed = 0, sales_placed_halalas = 0
from stores.orders where orders.id = attributed_orders.order_id and not orders.is_confirmed;

update reports.ad_days days set orders_placed = days.orders_placed - moved.orders,
  sales_placed_halalas = days.sales_placed_halalas - moved.sales
from (
  select merchant_id, campaign_id, ad_id, day, sum(orders_unconfirmed) as orders, sum(sales_unconfirmed_halalas) as sales
  from reports.attributed_orders where orders_unconfirmed > 0 group by 1, 2, 3, 4
) moved
where (days.merchant_id, days.campaign_id, days.ad_id, days.day)
  = (moved.merchant_id, moved.campaign_id, moved.ad_id, moved.day);
update reports.campaign_days days set orders_placed = days.orders_placed - moved.orders,
  sales_placed_halalas = days.sales_placed_halalas - moved.sales, orders_unconfirmed = moved.orders,
  sales_unconfirmed_halalas = moved.sales
from (
  select merchant_id, campaign_id, day, sum(orders_unconfirmed) as orders, sum(sales_unconfirmed_halalas) as sales
  from reports.attributed_orders where orders_unconfirmed > 0 group by 1, 2, 3
) moved
where (days.merchant_id, days.campaign_id, days.day) = (moved.merchant_id, moved.campaign_id, moved.day);
update reports.merchant_days days set orders_placed = days.orders_placed - moved.orders,
  sales_placed_halalas = days.sales_placed_halalas - moved.sales, orders_unconfirmed = moved.orders,
  sales_unconfirmed_halalas = moved.sales
from (
  select merchant_id, platform, day, sum(orders_unconfirmed) as orders, sum(sales_unconfirmed_halalas) as sales
  from reports.attributed_orders where orders_unconfirmed > 0 group by 1, 2, 3
) moved
where (days.merchant_id, days.platform, days.day) = (moved.merchant_id, moved.platform, moved.day);

-- Whoever's stores are all closed, lost or disconnected has no active one; who never had any is not told so.
update merchants.merchants set is_store_active = exists (
  select 1 from stores.stores where merchant_id = merchants.id and status = 'connected' and is_active)
where exists (select 1 from stores.stores where merchant_id = merchants.id);
