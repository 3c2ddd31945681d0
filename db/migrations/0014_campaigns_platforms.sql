-- Campaigns on every platform: places of one platform, a return wanted, ads of several texts and ads without a picture;
-- and what was changed on the platform itself, told apart from what was asked for.

alter table campaigns.campaigns
  add column channels jsonb not null default '[]'
    check (channels <@ '["facebook", "instagram", "search", "youtube"]' and jsonb_typeof(channels) = 'array'),
  -- Basis points: 10_000 is every riyal back once.
  add column target_roas int check (target_roas > 0),
  -- The day's budget as somebody set it on the platform itself; the merchant's wish stands in daily_budget_halalas.
  add column drift_daily_budget_halalas bigint check (drift_daily_budget_halalas >= 0),
  add column drift_since timestamptz,
  -- When the platform last confirmed something we sent: it may go on telling what was before for a while.
  add column confirmed_at timestamptz,
  -- When the platform is asked next how all this stands, and how often in vain since the last sending.
  add column next_reading_at timestamptz,
  add column readings int not null default 0,
  add constraint campaigns_target_roas_told check (bidding_strategy <> 'target_roas' or target_roas is not null);

alter table campaigns.ad_groups
  add column drift_since timestamptz,
  add column confirmed_at timestamptz;

alter table campaigns.ads
  add column more_headlines jsonb not null default '[]' check (jsonb_typeof(more_headlines) = 'array'),
  add column more_descriptions jsonb not null default '[]' check (jsonb_typeof(more_descriptions) = 'array'),
  add column automatic_enhancements boolean not null default false,
  add column drift_since timestamptz,
  add column confirmed_at timestamptz,
  alter column media_id drop not null,
  drop constraint ads_headline_check,
  add constraint ads_headline_check check (length(headline) between 1 and 200);

-- What has drifted says since when.
update campaigns.campaigns set drift_since = updated_at where drift_status is not null;
update campaigns.ad_groups set drift_since = updated_at where drift_status is not null;
update campaigns.ads set drift_since = updated_at where drift_status is not null;
alter table campaigns.campaigns add constraint campaigns_drift_dated
  check ((drift_status is null and drift_daily_budget_halalas is null) = (drift_since is null));
alter table campaigns.ad_groups add constraint ad_groups_drift_dated check ((drift_status is null) = (drift_since is null));
alter table campaigns.ads add constraint ads_drift_dated check ((drift_status is null) = (drift_since is null));

-- Readings are asked for account by account, the longest due first.
drop index campaigns.campaigns_read_back;
update campaigns.campaigns set next_reading_at = coalesce(read_back_at, updated_at)
  where platform_id is not null and status in ('active', 'paused');
alter table campaigns.campaigns drop column read_back_at;
create index campaigns_readings_due on campaigns.campaigns (next_reading_at)
  where platform_id is not null and status in ('active', 'paused');
