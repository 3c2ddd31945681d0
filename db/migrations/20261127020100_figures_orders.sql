-- Every order of a merchant's stores as reports count it, and its roll-up by day.

create table figures.orders (
  order_id text primary key,
  merchant_id text not null,
  store_id text not null,
  reference text not null,
  placed_at timestamptz not null,
  -- The Riyadh day on which it was placed.
  day date not null,
  state text not null check (state in ('preparing', 'on_the_way', 'delivered', 'refused', 'cancelled', 'refunded')),
  is_cod boolean not null,
  -- The gazetteer's key, and the product's id on its platform; empty where not known.
  city_key text not null,
  product_id text not null,
  total_halalas bigint not null,
  refunded_halalas bigint not null,
  delivered_at timestamptz,
  -- The ad that brought it; empty where none is proven.
  platform text not null,
  campaign_id text not null,
  ad_id text not null,
  -- What proves it; null where nothing does.
  witness text,
  -- The Riyadh day of the click that is proven.
  clicked_day date,
  -- Another campaign, of another platform, that a second witness names.
  rival_campaign_id text,
  rival_platform text
);
create index orders_by_time on figures.orders (merchant_id, placed_at desc, order_id desc);
create index orders_by_state on figures.orders (merchant_id, state, placed_at desc, order_id desc);
create index orders_by_campaign on figures.orders (merchant_id, campaign_id, placed_at desc, order_id desc)
  where campaign_id <> '';
create index orders_by_city on figures.orders (merchant_id, city_key, placed_at desc, order_id desc);
create index orders_by_witness on figures.orders (merchant_id, day, witness) where campaign_id <> '';
create index orders_open on figures.orders (merchant_id, day) where state in ('preparing', 'on_the_way');
create index orders_clicked_before on figures.orders (merchant_id, clicked_day) where clicked_day < day;
create index orders_with_rival on figures.orders (merchant_id, day) where rival_campaign_id is not null;

-- Sums of these orders by the day they were placed on: of all, of each city, and of each main product.
create table figures.order_state_days (
  merchant_id text not null,
  split text not null check (split in ('all', 'city', 'product')),
  day date not null,
  -- The city or the product; empty for all, and where it is not known.
  key text not null,
  platform text not null,
  campaign_id text not null,
  store_id text not null,
  is_cod boolean not null,
  orders_preparing bigint not null,
  orders_on_the_way bigint not null,
  orders_delivered bigint not null,
  orders_refused bigint not null,
  orders_cancelled bigint not null,
  orders_refunded bigint not null,
  sales_preparing_halalas bigint not null,
  sales_on_the_way_halalas bigint not null,
  sales_delivered_halalas bigint not null,
  sales_refused_halalas bigint not null,
  sales_cancelled_halalas bigint not null,
  sales_refunded_halalas bigint not null,
  -- Delivered and refunded orders of which something came back, and how much of them, on the order's day.
  orders_returned bigint not null,
  refunded_halalas bigint not null,
  -- The squares of the delivered orders' totals, in riyals: how much one order weighs in what may still come back.
  squares_delivered double precision not null,
  primary key (merchant_id, split, day, key, campaign_id, store_id, is_cod)
);

insert into figures.orders
select orders.id, orders.merchant_id, orders.store_id, orders.reference, orders.placed_at,
  (orders.placed_at at time zone 'Asia/Riyadh')::date,
  case when orders.status = 'placed' and orders.is_sent then 'on_the_way' when orders.status = 'placed' then 'preparing'
    else orders.status end,
  orders.is_cod, coalesce(orders.city_key, ''),
  coalesce((select line ->> 'productId' from jsonb_array_elements(orders.lines) line
    order by (line ->> 'amount')::bigint desc, line ->> 'productId' limit 1), ''),
  orders.total_halalas, orders.refunded_halalas, orders.delivered_at,
  coalesce(measured.platform, ''), coalesce(measured.campaign_id, ''),
  case when measured.campaign_id is null then '' else coalesce(proof.ad_id, '') end,
  case when measured.campaign_id is null then null else proof.witness end,
  case when measured.campaign_id is null then null else (proof.clicked_at at time zone 'Asia/Riyadh')::date end,
  null, null
from stores.orders
join stores.stores on stores.id = orders.store_id
left join tracking.attributions proof on proof.order_id = orders.id and proof.merchant_id = orders.merchant_id
left join figures.campaigns measured on measured.campaign_id = proof.campaign_id
  and measured.merchant_id = orders.merchant_id
where orders.status <> 'unpaid' and (orders.is_confirmed or stores.counts_unconfirmed);

insert into figures.order_state_days
select merchant_id, split, day, key, platform, campaign_id, store_id, is_cod,
  count(*) filter (where state = 'preparing'), count(*) filter (where state = 'on_the_way'),
  count(*) filter (where state = 'delivered'), count(*) filter (where state = 'refused'),
  count(*) filter (where state = 'cancelled'), count(*) filter (where state = 'refunded'),
  coalesce(sum(total_halalas) filter (where state = 'preparing'), 0),
  coalesce(sum(total_halalas) filter (where state = 'on_the_way'), 0),
  coalesce(sum(total_halalas) filter (where state = 'delivered'), 0),
  coalesce(sum(total_halalas) filter (where state = 'refused'), 0),
  coalesce(sum(total_halalas) filter (where state = 'cancelled'), 0),
  coalesce(sum(total_halalas) filter (where state = 'refunded'), 0),
  count(*) filter (where state in ('delivered', 'refunded') and refunded_halalas > 0),
  coalesce(sum(refunded_halalas) filter (where state in ('delivered', 'refunded')), 0),
  coalesce(sum((total_halalas / 100.0) ^ 2) filter (where state = 'delivered'), 0)
from figures.orders, lateral (values ('all', ''), ('city', city_key), ('product', product_id)) splits (split, key)
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- What of the platforms' own sales they ascribe to ads that were seen and not clicked, where their reports tell.
alter table figures.metric_hours
  add column platform_reported_view_purchases bigint not null default 0,
  add column platform_reported_view_sales_halalas bigint not null default 0;
alter table figures.ad_days
  add column platform_reported_view_purchases bigint not null default 0,
  add column platform_reported_view_sales_halalas bigint not null default 0;
alter table figures.campaign_days
  add column platform_reported_view_purchases bigint not null default 0,
  add column platform_reported_view_sales_halalas bigint not null default 0;
alter table figures.merchant_days
  add column platform_reported_view_purchases bigint not null default 0,
  add column platform_reported_view_sales_halalas bigint not null default 0;
alter table figures.ad_facts
  add column platform_reported_view_purchases bigint not null default 0,
  add column platform_reported_view_sales_halalas bigint not null default 0;
