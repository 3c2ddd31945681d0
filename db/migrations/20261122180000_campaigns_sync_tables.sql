-- What the sync worker records stands in tables of its own, one for each level; `campaigns`, `ad_groups` and `ads` keep
-- what the merchant wants, and what the list filters by. Stop the application before it: running code knows the old columns.

create table campaigns.campaign_sync (
  id text primary key references campaigns.campaigns (id),
  -- The campaign's, which never changes: ids are unique on one platform only.
  platform text not null,
  observed_generation int not null default 0,
  platform_id text,
  observed_status text check (observed_status in ('active', 'paused', 'deleted')),
  observed_daily_budget_halalas bigint,
  -- A create was sent and its outcome is unknown.
  create_intent boolean not null default false,
  -- A write without a response may still take effect until then.
  unknown_until timestamptz,
  -- When the platform last confirmed a write of ours.
  acknowledged_at timestamptz,
  fault_key text,
  fault_text text,
  -- Someone changed it on the platform itself.
  drift_status text check (drift_status in ('active', 'paused', 'deleted')),
  drift_daily_budget_halalas bigint check (drift_daily_budget_halalas >= 0),
  drift_since timestamptz,
  -- A budget set on the platform that the wallet could not cover, so ours was sent again.
  reverted_halalas bigint check (reverted_halalas > 0),
  reverted_at timestamptz,
  -- Business time when "active" was first sent: from then on it may cost money.
  may_spend_since timestamptz,
  connection_lost_at timestamptz,
  -- One worker at a time.
  lease_owner text,
  lease_until timestamptz,
  retry_at timestamptz,
  -- The platform itself named the time: no change overtakes it.
  retry_imposed boolean not null default false,
  failures int not null default 0,
  -- Null for a campaign that has ended.
  next_poll_at timestamptz,
  poll_count int not null default 0,
  constraint campaign_sync_drift_dated
    check ((drift_status is null and drift_daily_budget_halalas is null) = (drift_since is null)),
  constraint campaign_sync_reverted_dated check ((reverted_halalas is null) = (reverted_at is null))
);

create table campaigns.ad_group_sync (
  id text primary key references campaigns.ad_groups (id),
  observed_generation int not null default 0,
  platform_id text,
  observed_status text check (observed_status in ('active', 'paused', 'deleted')),
  create_intent boolean not null default false,
  unknown_until timestamptz,
  acknowledged_at timestamptz,
  fault_key text,
  fault_text text,
  drift_status text check (drift_status in ('active', 'paused', 'deleted')),
  drift_since timestamptz,
  constraint ad_group_sync_drift_dated check ((drift_status is null) = (drift_since is null))
);

create table campaigns.ad_sync (
  id text primary key references campaigns.ads (id),
  observed_generation int not null default 0,
  platform_id text,
  observed_status text check (observed_status in ('active', 'paused', 'deleted')),
  create_intent boolean not null default false,
  unknown_until timestamptz,
  acknowledged_at timestamptz,
  fault_key text,
  fault_text text,
  drift_status text check (drift_status in ('active', 'paused', 'deleted')),
  drift_since timestamptz,
  review_outcome text check (review_outcome in ('pending', 'approved', 'rejected')),
  review_reasons jsonb not null default '[]',
  constraint ad_sync_drift_dated check ((drift_status is null) = (drift_since is null))
);

insert into campaigns.campaign_sync (id, platform, observed_generation, platform_id, observed_status,
  observed_daily_budget_halalas, create_intent, unknown_until, acknowledged_at, fault_key, fault_text, drift_status,
  drift_daily_budget_halalas, drift_since, reverted_halalas, reverted_at, may_spend_since, connection_lost_at,
  lease_owner, lease_until, retry_at, retry_imposed, failures, next_poll_at, poll_count)
select id, platform, observed_generation, platform_id, observed_status, observed_daily_budget_halalas, create_intent,
  unknown_until, acknowledged_at, fault_key, fault_text, drift_status, drift_daily_budget_halalas, drift_since,
  reverted_halalas, reverted_at, may_spend_since, connection_lost_at, lease_owner, lease_until, retry_at, retry_imposed,
  failures, case when status not in ('archived', 'deleted') then next_poll_at end, poll_count
from campaigns.campaigns;

insert into campaigns.ad_group_sync (id, observed_generation, platform_id, observed_status, create_intent,
  unknown_until, acknowledged_at, fault_key, fault_text, drift_status, drift_since)
select id, observed_generation, platform_id, observed_status, create_intent, unknown_until, acknowledged_at, fault_key,
  fault_text, drift_status, drift_since
from campaigns.ad_groups;

insert into campaigns.ad_sync (id, observed_generation, platform_id, observed_status, create_intent, unknown_until,
  acknowledged_at, fault_key, fault_text, drift_status, drift_since, review_outcome, review_reasons)
select id, observed_generation, platform_id, observed_status, create_intent, unknown_until, acknowledged_at, fault_key,
  fault_text, drift_status, drift_since, review_outcome, review_reasons
from campaigns.ads;

-- A dropped column takes the constraints and indexes that name it along. The trigger that keeps campaigns.counts reads
-- merchant_id, status, platform and sync, which stay.
drop index campaigns.campaigns_on_platform, campaigns.campaigns_pending, campaigns.campaigns_polls_due;

alter table campaigns.campaigns
  drop column observed_generation, drop column platform_id, drop column observed_status,
  drop column observed_daily_budget_halalas, drop column create_intent, drop column unknown_until,
  drop column acknowledged_at, drop column fault_key, drop column fault_text, drop column drift_status,
  drop column drift_daily_budget_halalas, drop column drift_since, drop column reverted_halalas,
  drop column reverted_at, drop column may_spend_since, drop column connection_lost_at, drop column lease_owner,
  drop column lease_until, drop column retry_at, drop column retry_imposed, drop column failures,
  drop column next_poll_at, drop column poll_count;

alter table campaigns.ad_groups
  drop column observed_generation, drop column platform_id, drop column observed_status, drop column create_intent,
  drop column unknown_until, drop column acknowledged_at, drop column fault_key, drop column fault_text,
  drop column drift_status, drop column drift_since;

alter table campaigns.ads
  drop column observed_generation, drop column platform_id, drop column observed_status, drop column create_intent,
  drop column unknown_until, drop column acknowledged_at, drop column fault_key, drop column fault_text,
  drop column drift_status, drop column drift_since, drop column review_outcome, drop column review_reasons;

create unique index campaign_sync_on_platform on campaigns.campaign_sync (platform, platform_id)
  where platform_id is not null;
-- The workers' questions: few campaigns wait for the platform or for a poll at a time.
create index campaigns_pending on campaigns.campaigns (id) where sync = 'pending';
create index campaign_sync_polls_due on campaigns.campaign_sync (next_poll_at) where platform_id is not null;
