-- The customer list of an ad account: everybody who bought, so that its ads leave them out.
create table conversions.lists (
  ad_account_id text primary key,
  merchant_id text not null,
  platform text not null,
  -- Off: the list is deleted on the platform, and then this row.
  is_on boolean not null,
  platform_list_id text,
  -- The last person of the refresh under way; empty between two.
  cursor text not null default '',
  refreshed_at timestamptz,
  -- System clock.
  next_run_at timestamptz not null,
  failures int not null default 0,
  fault_reason text,
  fault_key text,
  failing_since timestamptz
);
create index lists_of_merchant on conversions.lists (merchant_id);
create index lists_to_run on conversions.lists (next_run_at);

-- Who is on it, with their sealed hashes: a person is taken off by them after their contact is gone from the orders.
create table conversions.list_members (
  merchant_id text not null,
  ad_account_id text not null,
  person_key text not null,
  sealed text not null,
  -- Null until the platform has taken them.
  added_at timestamptz,
  is_leaving boolean not null default false,
  primary key (merchant_id, ad_account_id, person_key)
);
create index list_members_leaving on conversions.list_members (merchant_id, ad_account_id) where is_leaving;
