-- Every order of a store in roll-ups by day and city, by day and hour, and by day and product.

alter table stores.orders add column if not exists city_key text;

-- What each order adds to the roll-ups so far.
create table figures.counted_orders (
  merchant_id text not null,
  order_id text not null,
  store_id text not null,
  -- When it was placed, in Riyadh.
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  -- The gazetteer's key; empty where the city is not known.
  city_key text not null,
  -- The ad that brought it; null when none is proven.
  campaign_id text,
  ad_id text,
  orders_placed bigint not null,
  sales_placed_halalas bigint not null,
  orders_delivered bigint not null,
  sales_delivered_halalas bigint not null,
  orders_unconfirmed bigint not null,
  sales_unconfirmed_halalas bigint not null,
  -- [{product_id, units_sold, product_sales_halalas, units_returned}]
  products jsonb not null,
  primary key (merchant_id, order_id)
);
-- The orders below a row of a report, the latest first.
create index counted_orders_by_day on figures.counted_orders (merchant_id, day, order_id);

-- `brought_by`: `all` for all orders, `ads` for those that any ad brought, or the campaign that brought them. Each question
-- reads the rows of one of them, whose number is bounded by days, cities, hours and products, not by orders.
create table figures.city_days (
  merchant_id text not null,
  brought_by text not null,
  day date not null,
  store_id text not null,
  city_key text not null,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  orders_unconfirmed bigint not null default 0,
  sales_unconfirmed_halalas bigint not null default 0,
  primary key (merchant_id, brought_by, day, store_id, city_key)
);
create table figures.order_hours (
  merchant_id text not null,
  brought_by text not null,
  day date not null,
  hour smallint not null,
  store_id text not null,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  orders_unconfirmed bigint not null default 0,
  sales_unconfirmed_halalas bigint not null default 0,
  primary key (merchant_id, brought_by, day, hour, store_id)
);
create table figures.product_days (
  merchant_id text not null,
  brought_by text not null,
  day date not null,
  store_id text not null,
  -- The product's id on its platform.
  product_id text not null,
  units_sold bigint not null default 0,
  product_sales_halalas bigint not null default 0,
  units_returned bigint not null default 0,
  primary key (merchant_id, brought_by, day, store_id, product_id)
);
-- The same by month: a year of a shop with many products is read from its whole months, and the days at its edges.
create table figures.product_months (
  merchant_id text not null,
  brought_by text not null,
  -- Its first day.
  month date not null,
  store_id text not null,
  product_id text not null,
  units_sold bigint not null default 0,
  product_sales_halalas bigint not null default 0,
  units_returned bigint not null default 0,
  primary key (merchant_id, brought_by, month, store_id, product_id)
);

-- The orders read so far. Unpaid and cancelled ones add nothing; see figures/domain/order-share.ts.
insert into figures.counted_orders
select orders.merchant_id, orders.id, orders.store_id, (placed_at at time zone 'Asia/Riyadh')::date,
  extract(hour from placed_at at time zone 'Asia/Riyadh'), coalesce(city_key, ''), attributed.campaign_id, attributed.ad_id,
  counts::int, case when counts then total_halalas else 0 end,
  case when not counts then 0 when orders.status = 'delivered' then 1
    when orders.status = 'refunded' and total_halalas > refunded_halalas then 1 else 0 end,
  case when counts and orders.status in ('delivered', 'refunded') then total_halalas - refunded_halalas else 0 end,
  (not counts)::int, case when counts then 0 else total_halalas end,
  case when counts then coalesce((
    select jsonb_agg(jsonb_build_object('product_id', line->>'productId', 'units_sold', (line->>'quantity')::bigint,
      'product_sales_halalas', (line->>'amount')::bigint,
      'units_returned', case when orders.status in ('refunded', 'refused') then (line->>'quantity')::bigint
        else least(coalesce((line->>'returned')::bigint, 0), (line->>'quantity')::bigint) end))
    from jsonb_array_elements(case when jsonb_typeof(lines) = 'array' then lines end) line), '[]') else '[]' end
from stores.orders join stores.stores on stores.id = orders.store_id
  cross join lateral (select is_confirmed or counts_unconfirmed as counts) counted
  left join figures.attributed_orders attributed on attributed.order_id = orders.id
where orders.status not in ('unpaid', 'cancelled');

insert into figures.city_days
select merchant_id, brought_by, day, store_id, city_key, sum(orders_placed), sum(sales_placed_halalas),
  sum(orders_delivered), sum(sales_delivered_halalas), sum(orders_unconfirmed), sum(sales_unconfirmed_halalas)
from figures.counted_orders cross join lateral (
  values ('all'), (case when campaign_id is not null then 'ads' end), (campaign_id)) brought (brought_by)
where brought_by is not null group by 1, 2, 3, 4, 5;
insert into figures.order_hours
select merchant_id, brought_by, day, hour, store_id, sum(orders_placed), sum(sales_placed_halalas),
  sum(orders_delivered), sum(sales_delivered_halalas), sum(orders_unconfirmed), sum(sales_unconfirmed_halalas)
from figures.counted_orders cross join lateral (
  values ('all'), (case when campaign_id is not null then 'ads' end), (campaign_id)) brought (brought_by)
where brought_by is not null group by 1, 2, 3, 4, 5;
insert into figures.product_days
select merchant_id, brought_by, day, store_id, product->>'product_id', sum((product->>'units_sold')::bigint),
  sum((product->>'product_sales_halalas')::bigint), sum((product->>'units_returned')::bigint)
from figures.counted_orders cross join lateral jsonb_array_elements(products) product
  cross join lateral (
    values ('all'), (case when campaign_id is not null then 'ads' end), (campaign_id)) brought (brought_by)
where brought_by is not null group by 1, 2, 3, 4, 5;
insert into figures.product_months
select merchant_id, brought_by, date_trunc('month', day)::date, store_id, product_id, sum(units_sold),
  sum(product_sales_halalas), sum(units_returned)
from figures.product_days group by 1, 2, 3, 4, 5;
