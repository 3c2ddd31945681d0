-- Connected stores: the permission to read them, their products and orders, and what their platforms told us.

create schema stores;

create table stores.stores (
  id text primary key,
  merchant_id text not null,
  platform text not null check (platform in ('salla', 'zid', 'shopify', 'woocommerce', 'other')),
  -- The store's id on its platform.
  external_id text not null check (external_id <> ''),
  name text not null,
  -- Where shoppers visit it, without a slash at the end.
  link text not null check (link ~ '^https?://'),
  domain text not null,
  currency text not null,
  -- What the platform says of the store itself; a store it has closed stays connected.
  is_active boolean not null default true,
  status text not null check (status in ('connected', 'lost', 'disconnected')),
  -- Why it was lost.
  lost_reason text check (lost_reason in ('uninstalled', 'permission_gone', 'renewal_lost')),
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  webhooks_at timestamptz,
  -- The first reading after connecting: how far it came, null when it has not begun.
  import_started_at timestamptz,
  import_orders_total int,
  import_orders_done int not null default 0,
  import_products_done boolean not null default false,
  import_finished_at timestamptz,
  synced_at timestamptz,
  -- Until when orders have certainly been read (business time), and when open orders were last looked at.
  orders_read_to timestamptz,
  open_orders_read_at timestamptz,
  sync_failures int not null default 0,
  last_failure text,
  check ((status = 'lost') = (lost_reason is not null)),
  check ((status = 'disconnected') = (disconnected_at is not null))
);
-- The same store again is the same row: its history comes back with it.
create unique index stores_of_merchant_once on stores.stores (merchant_id, platform, external_id);
-- One merchant at a time.
create unique index stores_held_once on stores.stores (platform, external_id) where status <> 'disconnected';
create index stores_of_merchant on stores.stores (merchant_id, connected_at desc);
create index stores_to_sync on stores.stores (id) where status = 'connected';

-- What the platform gave us for acting in the store's name, sealed.
create table stores.connections (
  store_id text primary key references stores.stores,
  credential_sealed text not null,
  refresh_token_sealed text,
  expires_at timestamptz,
  scopes text[] not null,
  -- Somebody is exchanging the single-use refresh token since then.
  refreshing_since timestamptz,
  changed_at timestamptz not null
);

-- A merchant on the way through a platform's consent page. The state itself is never stored.
create table stores.consents (
  state_hash text primary key,
  merchant_id text not null,
  session_id text not null,
  platform text not null,
  return_to text not null,
  code_verifier_sealed text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index consents_by_age on stores.consents (expires_at);

-- News a platform brought us, each body once. Only what it is about: the people in it are read again when needed.
create table stores.deliveries (
  platform text not null,
  body_hash text not null,
  external_store_id text not null,
  topic text not null,
  received_at timestamptz not null,
  primary key (platform, body_hash)
);
create index deliveries_by_age on stores.deliveries (received_at);

create table stores.products (
  id text primary key,
  store_id text not null references stores.stores,
  merchant_id text not null,
  external_id text not null,
  sku text not null default '',
  name text not null,
  -- The name as searched: Arabic letters folded, lower case.
  search_text text not null,
  url text,
  image_url text,
  price_halalas bigint not null check (price_halalas >= 0),
  regular_price_halalas bigint not null check (regular_price_halalas >= 0),
  currency text not null,
  -- Null: no limit.
  quantity int,
  status text not null check (status in ('on_sale', 'out_of_stock', 'hidden', 'gone')),
  read_at timestamptz not null,
  unique (store_id, external_id)
);
create index products_of_merchant on stores.products (merchant_id, store_id, name, id);

create table stores.orders (
  id text primary key,
  store_id text not null references stores.stores,
  merchant_id text not null,
  external_id text not null,
  reference text not null,
  placed_at timestamptz not null,
  status text not null check (status in ('unpaid', 'placed', 'delivered', 'refused', 'cancelled', 'refunded')),
  -- The platform's own word, to see by a light listing whether anything changed.
  vendor_status text not null,
  payment_method text not null,
  is_cod boolean not null,
  currency text not null,
  total_halalas bigint not null check (total_halalas >= 0),
  -- The total as the platform writes it in the order's own currency, in hundredths.
  listed_total bigint not null,
  refunded_halalas bigint not null check (refunded_halalas between 0 and total_halalas),
  delivered_at timestamptz,
  utm jsonb not null,
  click_id text,
  coupon_codes text[] not null,
  -- The platform's time of its last change (null where it tells none), and when we began the reading that is stored.
  changed_at timestamptz,
  read_at timestamptz not null,
  unique (store_id, external_id)
);
create index orders_of_merchant on stores.orders (merchant_id, placed_at desc, id desc);
create index orders_open on stores.orders (store_id, placed_at) where status in ('unpaid', 'placed');
