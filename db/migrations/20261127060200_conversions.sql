create schema conversions;

-- What a merchant chose for all platforms: when a purchase is sent back, and whether contacts may be shared.
create table conversions.settings (
  merchant_id text primary key,
  send_at text not null check (send_at in ('order', 'delivery')),
  contacts_allowed_at timestamptz
);

-- An ad account whose platform gets purchases back.
create table conversions.destinations (
  ad_account_id text primary key,
  merchant_id text not null,
  platform text not null,
  is_enabled boolean not null,
  -- Only what counts from this moment on is sent.
  enabled_at timestamptz not null,
  failures int not null default 0,
  fault text,
  fault_reason text,
  fault_key text,
  failing_since timestamptz,
  -- System clock.
  next_try_at timestamptz,
  match_quality double precision,
  match_quality_at timestamptz
);
create index destinations_of_merchant on conversions.destinations (merchant_id);

-- One row for each order and ad account: what was sent of it and what the platform answered. No contact is in it.
create table conversions.purchases (
  merchant_id text not null,
  order_id text not null,
  ad_account_id text not null,
  platform text not null,
  status text not null check (status in ('waiting', 'sent', 'accepted', 'refused')),
  order_reference text not null,
  value_halalas bigint not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  has_click boolean not null default false,
  has_contact boolean not null default false,
  request_id text,
  -- 'vendor' with its own words, or a reason of ours.
  reason_code text,
  reason text,
  sent_at timestamptz,
  primary key (merchant_id, order_id, ad_account_id)
);
create index purchases_waiting on conversions.purchases (merchant_id, ad_account_id, created_at, order_id)
  where status = 'waiting';
create index purchases_of_request on conversions.purchases (merchant_id, request_id) where status = 'sent';
create index purchases_refused on conversions.purchases (merchant_id, sent_at desc, order_id desc, ad_account_id desc)
  where status = 'refused';

-- Requests whose outcome the platform tells later.
create table conversions.requests (
  request_id text not null,
  merchant_id text not null,
  ad_account_id text not null,
  sent_at timestamptz not null,
  events int not null,
  checks int not null default 0,
  -- System clock; null once it is known.
  check_at timestamptz,
  refused int not null default 0,
  reasons jsonb not null default '[]',
  primary key (merchant_id, request_id)
);
create index requests_to_check on conversions.requests (check_at) where check_at is not null;

-- By Riyadh day: sent to a platform, and what came of it.
create table conversions.days (
  merchant_id text not null,
  ad_account_id text not null,
  platform text not null,
  day date not null,
  sent int not null default 0,
  accepted int not null default 0,
  refused int not null default 0,
  primary key (merchant_id, ad_account_id, day)
);
