-- Campaigns, ad groups and ads. Two sets of columns on each: what the merchant wants (status, wanted_version and the
-- fields it counts) and what the platform has confirmed (platform_id, confirmed_*). They meet on a screen, never in a column.

create schema campaigns;

create table campaigns.campaigns (
  id text primary key,
  merchant_id text not null,
  name text not null check (length(name) between 1 and 375),
  -- Arabic letters folded, for search, sorting and uniqueness.
  name_folded text collate "C" not null,
  platform text not null,
  ad_account_id text not null,
  store_id text,
  landing_url text not null,
  objective text not null check (objective in ('sales', 'traffic')),
  bidding_strategy text not null,
  target_cpa_halalas bigint check (target_cpa_halalas > 0),
  client_campaign_id text,
  starts_at timestamptz not null,
  -- The merchant asked for "as soon as it is started": starts_at is set again at the start.
  starts_at_once boolean not null,
  ends_at timestamptz check (ends_at > starts_at),
  daily_budget_halalas bigint not null check (daily_budget_halalas > 0),
  status text not null check (status in ('created', 'active', 'paused', 'archived', 'deleted')),
  status_why text check (status_why in ('merchant', 'money', 'ended')),
  created_at timestamptz not null,
  updated_at timestamptz not null,

  wanted_version int not null default 1,
  confirmed_version int not null default 0,
  platform_id text,
  confirmed_status text check (confirmed_status in ('active', 'paused', 'deleted')),
  confirmed_daily_budget_halalas bigint,
  -- A create was sent and its outcome is not known.
  creating boolean not null default false,
  -- A write without an answer may still land until then.
  doubt_until timestamptz,
  fault_key text,
  fault_text text,
  drift_status text,

  -- Of the campaign with all its ad groups and ads.
  sync text not null default 'local' check (sync in ('local', 'pending', 'synced', 'failed')),
  -- Started once: from then on it stands (or shall stand) on the platform.
  published boolean not null default false,
  connection_lost_at timestamptz,
  -- One worker at a time: whose turn, and until when unless it is renewed.
  turn_of text,
  turn_until timestamptz,
  retry_at timestamptz,
  -- The platform itself named the time: nothing overtakes it.
  retry_ordered boolean not null default false,
  failures int not null default 0,
  read_back_at timestamptz,

  -- Set before the first "active" is sent: from then on it may cost money.
  may_spend_since timestamptz,
  reserve_halalas bigint not null default 0 check (reserve_halalas >= 0),
  reserve_review_at timestamptz,

  unique (id, merchant_id),
  check (platform_id is null or published)
);
create unique index campaigns_name on campaigns.campaigns (merchant_id, name_folded) where status <> 'deleted';
create unique index campaigns_on_platform on campaigns.campaigns (platform, platform_id) where platform_id is not null;
-- The list: every order it can be asked in, walked by key from either end (the id sorts by time of birth).
create index campaigns_by_birth on campaigns.campaigns (merchant_id, id) where status <> 'deleted';
create index campaigns_by_name on campaigns.campaigns (merchant_id, name_folded, id) where status <> 'deleted';
create index campaigns_by_start on campaigns.campaigns (merchant_id, starts_at, id) where status <> 'deleted';
create index campaigns_by_budget on campaigns.campaigns (merchant_id, daily_budget_halalas, id) where status <> 'deleted';
create index campaigns_by_status on campaigns.campaigns (merchant_id, status, id);
-- The workers' questions.
create index campaigns_failed on campaigns.campaigns (merchant_id, id) where sync = 'failed';
create index campaigns_pending on campaigns.campaigns (retry_at) where sync = 'pending';
create index campaigns_ending on campaigns.campaigns (ends_at) where status in ('created', 'active', 'paused');
create index campaigns_reserve_due on campaigns.campaigns (reserve_review_at) where reserve_review_at is not null;
create index campaigns_read_back on campaigns.campaigns (read_back_at) where status = 'active';
create index campaigns_of_account on campaigns.campaigns (merchant_id, ad_account_id);

-- How many campaigns a merchant has of each kind, kept at every change: a list's total costs a handful of rows.
create table campaigns.counts (
  merchant_id text not null,
  status text not null,
  platform text not null,
  sync text not null,
  campaigns int not null check (campaigns >= 0),
  primary key (merchant_id, status, platform, sync)
);

create function campaigns.count_campaign() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.merchant_id, old.status, old.platform, old.sync)
      is not distinct from (new.merchant_id, new.status, new.platform, new.sync) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update campaigns.counts set campaigns = campaigns - 1
    where merchant_id = old.merchant_id and status = old.status and platform = old.platform and sync = old.sync;
  end if;
  if tg_op <> 'DELETE' then
    insert into campaigns.counts as c values (new.merchant_id, new.status, new.platform, new.sync, 1)
    on conflict (merchant_id, status, platform, sync) do update set campaigns = c.campaigns + 1;
  end if;
  return null;
end $$;
create trigger count_campaign after insert or update or delete on campaigns.campaigns
  for each row execute function campaigns.count_campaign();

create table campaigns.ad_groups (
  id text primary key,
  merchant_id text not null,
  campaign_id text not null,
  name text not null check (length(name) between 1 and 375),
  age_ranges jsonb not null,
  excluded_age_ranges jsonb not null,
  gender text not null check (gender in ('all', 'male', 'female')),
  locations jsonb not null,
  devices jsonb not null,
  optimized_targeting boolean not null,
  keywords jsonb not null,
  status text not null check (status in ('created', 'active', 'paused', 'archived', 'deleted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,

  wanted_version int not null default 1,
  confirmed_version int not null default 0,
  platform_id text,
  confirmed_status text check (confirmed_status in ('active', 'paused', 'deleted')),
  creating boolean not null default false,
  doubt_until timestamptz,
  fault_key text,
  fault_text text,
  drift_status text,

  unique (id, merchant_id),
  foreign key (campaign_id, merchant_id) references campaigns.campaigns (id, merchant_id)
);
create index ad_groups_of_campaign on campaigns.ad_groups (campaign_id, id);

create table campaigns.ads (
  id text primary key,
  merchant_id text not null,
  campaign_id text not null,
  ad_group_id text not null,
  name text not null check (length(name) between 1 and 375),
  headline text not null check (length(headline) between 1 and 26),
  body text not null,
  description text not null,
  target_url text not null,
  -- The tracking link the ad leads to; it never changes for an ad.
  tracking_id text not null,
  tracking_url text not null,
  media_id text not null,
  call_to_action text not null,
  brand_name text not null,
  status text not null check (status in ('created', 'active', 'paused', 'archived', 'deleted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,

  wanted_version int not null default 1,
  confirmed_version int not null default 0,
  platform_id text,
  confirmed_status text check (confirmed_status in ('active', 'paused', 'deleted')),
  creating boolean not null default false,
  doubt_until timestamptz,
  fault_key text,
  fault_text text,
  drift_status text,
  review_outcome text check (review_outcome in ('pending', 'approved', 'rejected')),
  review_reasons jsonb not null default '[]',

  unique (id, merchant_id),
  foreign key (campaign_id, merchant_id) references campaigns.campaigns (id, merchant_id),
  foreign key (ad_group_id, merchant_id) references campaigns.ad_groups (id, merchant_id)
);
create index ads_of_group on campaigns.ads (ad_group_id, id);
create index ads_of_campaign on campaigns.ads (campaign_id, id);
create index ads_of_media on campaigns.ads (merchant_id, media_id);
