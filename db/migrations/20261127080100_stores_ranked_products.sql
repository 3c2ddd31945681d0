-- Products are listed by what they sold without adding up all of a store's products: each holds its last thirty days as
-- they were when they were counted last, for the order of the list only. What is shown is added up for one page.

alter table stores.products
  add column recent_units_sold bigint not null default 0,
  add column recent_sales_halalas bigint not null default 0,
  -- The Riyadh day of that count.
  add column ranked_on date not null default '-infinity',
  -- First what can be sold and shown, then what has no picture, then what cannot be sold.
  add column list_tier smallint not null generated always as (
    case when status = 'on_sale' then 0 else 2 end + case when image_url is null then 1 else 0 end) stored;

create index product_days_of_product on stores.product_days (store_id, external_product_id, day);

update stores.products set recent_units_sold = sold.units, recent_sales_halalas = sold.sales,
  ranked_on = (now() at time zone 'Asia/Riyadh')::date
from (
  select store_id, external_product_id, sum(units_sold) as units, sum(sales_halalas) as sales
  from stores.product_days where day > (now() at time zone 'Asia/Riyadh')::date - 30
  group by store_id, external_product_id
) sold
where sold.store_id = products.store_id and external_product_id = products.external_id;

create index products_by_sales on stores.products
  (store_id, list_tier, (-recent_sales_halalas), (-recent_units_sold), name, id) where status <> 'gone';
create index products_by_name on stores.products (store_id, list_tier, name, id) where status <> 'gone';
-- Those whose count is not today's, for the job that renews it.
create index products_to_rank on stores.products (ranked_on, id) where recent_units_sold > 0;
