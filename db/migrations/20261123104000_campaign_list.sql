-- How a member looks at the list of campaigns, under a name: filters, period, order and columns. Keyed by merchant, so
-- that the table can be distributed.
create table campaigns.saved_views (
  merchant_id text not null,
  -- Each member has their own.
  member_id text not null,
  id text not null,
  name text not null check (length(name) between 1 and 120),
  name_folded text not null,
  state jsonb not null check (octet_length(state::text) <= 8192),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index saved_views_name on campaigns.saved_views (merchant_id, member_id, name_folded);
create index saved_views_of_member on campaigns.saved_views (merchant_id, member_id, id);

-- The list's own tab of what waits for the merchant: refused, changed on the platform, disconnected, or paused because
-- the wallet ran out or the store closed.
create index campaigns_need_decision on campaigns.campaigns (merchant_id, id)
  where status in ('created', 'active', 'paused')
    and (sync in ('failed', 'disconnected') or (status = 'paused' and status_reason in ('money', 'store')));
create index campaigns_of_store on campaigns.campaigns (merchant_id, store_id, id) where status <> 'deleted';
