-- What each product of a store sold by day: units, sales and returns.

-- The order's lines as they were read last; null while none were read, and for stores that give none.
alter table stores.orders add column lines jsonb;

-- A roll-up of the lines. Each change of an order adds its difference.
create table stores.product_days (
  merchant_id text not null,
  store_id text not null references stores.stores,
  -- The product's id on its platform: orders may name products that are not read yet, or gone.
  external_product_id text not null,
  -- The Riyadh day on which the order was placed.
  day date not null,
  units_sold bigint not null,
  sales_halalas bigint not null,
  units_returned bigint not null,
  -- Units of orders refunded in part, of which the platform does not say what came back.
  units_return_unknown bigint not null,
  primary key (store_id, day, external_product_id)
);

-- Orders read so far have no lines: the next sync reads the last sixty days again.
update stores.stores set orders_read_to = null where platform <> 'other';
