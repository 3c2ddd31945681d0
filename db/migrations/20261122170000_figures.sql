-- Figures become a module below campaigns: the tables of schema `reports` move with their data, indexes and partitions.

alter schema reports rename to figures;

-- Functions are stored as text: this one names its schema. It makes a month's partition unless it exists; rows of the
-- month that are already in the default partition stay there.
create or replace function figures.make_month(month_start date) returns void language plpgsql as $$
declare
  partition text := 'metric_hours_' || to_char(month_start, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(7204413);
  if to_regclass('figures.' || partition) is null then
    execute format(
      'create table figures.%I partition of figures.metric_hours for values from (%L) to (%L) with (fillfactor = 80)',
      partition, month_start::timestamp at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
  end if;
exception when check_violation then
  null;
end $$;

-- Who is measured: written by campaigns through the facade, in the transaction of each change. Deleted campaigns and ads
-- stay, because their figures remain.
create table figures.campaigns (
  campaign_id text primary key,
  merchant_id text not null,
  platform text not null,
  ad_account_id text not null,
  -- Its id on the platform; null while it does not exist there.
  platform_id text,
  name text not null,
  status text not null check (status in ('created', 'active', 'paused', 'archived', 'deleted')),
  starts_at timestamptz not null,
  -- Business time when "active" was first sent; null: it can never have cost anything.
  may_spend_since timestamptz,
  -- When its status last changed, for campaigns that no longer run.
  updated_at timestamptz not null
);
create index campaigns_of_account on figures.campaigns (merchant_id, ad_account_id);
-- Campaigns that may have new figures: those that run, and those that stopped lately.
create index campaigns_open on figures.campaigns (status, updated_at)
  where platform_id is not null and may_spend_since is not null;

create table figures.ads (
  ad_id text primary key,
  merchant_id text not null,
  campaign_id text not null,
  platform_id text,
  name text not null,
  status text not null check (status in ('created', 'active', 'paused', 'archived', 'deleted')),
  updated_at timestamptz not null
);
create index ads_of_campaign on figures.ads (campaign_id, ad_id);

insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at,
  may_spend_since, updated_at)
select id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at, may_spend_since, updated_at
from campaigns.campaigns;
insert into figures.ads (ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at)
select id, merchant_id, campaign_id, platform_id, name, status, updated_at from campaigns.ads;

-- An ad's day holds every figure that its campaign's day holds, so that each roll-up answers for each of them.
alter table figures.ad_days
  add column orders_delivered bigint not null default 0,
  add column sales_delivered_halalas bigint not null default 0,
  add column orders_unconfirmed bigint not null default 0,
  add column sales_unconfirmed_halalas bigint not null default 0;
update figures.ad_days days set orders_delivered = known.orders_delivered,
  sales_delivered_halalas = known.sales_delivered, orders_unconfirmed = known.orders_unconfirmed,
  sales_unconfirmed_halalas = known.sales_unconfirmed
from (
  select merchant_id, campaign_id, day, ad_id, sum(orders_delivered) as orders_delivered,
    sum(sales_delivered_halalas) as sales_delivered, sum(orders_unconfirmed) as orders_unconfirmed,
    sum(sales_unconfirmed_halalas) as sales_unconfirmed
  from figures.attributed_orders group by 1, 2, 3, 4
) known
where (days.merchant_id, days.campaign_id, days.day, days.ad_id)
  = (known.merchant_id, known.campaign_id, known.day, known.ad_id);

-- Clicks on our own links by ad and Riyadh day, as tracking counts them. Beside the other roll-ups: a day that had
-- clicks but no reported figures is still a day without data.
create table figures.click_days (
  merchant_id text not null,
  day date not null,
  campaign_id text not null,
  ad_id text not null,
  valid_clicks bigint not null default 0,
  bot_clicks bigint not null default 0,
  primary key (merchant_id, campaign_id, day, ad_id)
);
insert into figures.click_days (merchant_id, day, campaign_id, ad_id, valid_clicks, bot_clicks)
select merchant_id, clicks.day, campaign_id, clicks.ad_id, clicks.valid_clicks, clicks.bot_clicks
from tracking.click_days clicks join figures.campaigns measured using (merchant_id, campaign_id);
-- Figures read the recent days of all merchants.
create index click_days_by_day on tracking.click_days (day, merchant_id, campaign_id, ad_id);

-- What was known of an ad's day, and since when: one row each time a source changed it, never edited. A row holds the
-- whole day as its source then knew it; columns of other sources are zero. `known_at` is business time, and `position`
-- orders what was learnt at the same moment.
create sequence figures.ad_facts_position as bigint;
create table figures.ad_facts (
  merchant_id text not null,
  campaign_id text not null,
  ad_id text not null,
  day date not null,
  source text not null check (source in ('platform', 'orders', 'clicks')),
  known_at timestamptz not null,
  position bigint not null default nextval('figures.ad_facts_position'),
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  spend_halalas bigint not null default 0,
  platform_reported_purchases bigint not null default 0,
  platform_reported_sales_halalas bigint not null default 0,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  orders_unconfirmed bigint not null default 0,
  sales_unconfirmed_halalas bigint not null default 0,
  valid_clicks bigint not null default 0,
  bot_clicks bigint not null default 0,
  primary key (merchant_id, day, ad_id, source, known_at, position)
) partition by range (day);
alter sequence figures.ad_facts_position owned by figures.ad_facts.position;
-- Holds what is outside the months made so far, so that no fact is ever refused.
create table figures.ad_facts_rest partition of figures.ad_facts default;

create function figures.refuse_fact_change() returns trigger language plpgsql as $$
begin
  raise exception 'facts are never edited';
end $$;
create trigger ad_facts_append_only before update or delete on figures.ad_facts
  for each statement execute function figures.refuse_fact_change();

-- As make_month, for the facts of a month's days.
create function figures.make_fact_month(month_start date) returns void language plpgsql as $$
declare
  partition text := 'ad_facts_' || to_char(month_start, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(7204415);
  if to_regclass('figures.' || partition) is null then
    execute format('create table figures.%I partition of figures.ad_facts for values from (%L) to (%L)',
      partition, month_start, (month_start + interval '1 month')::date);
  end if;
exception when check_violation then
  null;
end $$;

-- Drops the partitions whose days are all before `first_kept`, and such days from the default partition.
create function figures.drop_facts_before(first_kept date) returns integer language plpgsql as $$
declare
  partition text;
  dropped integer := 0;
begin
  for partition in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'figures.ad_facts'::regclass and relname ~ '^ad_facts_\d{4}_\d{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= first_kept
  loop
    execute format('drop table figures.%I', partition);
    dropped := dropped + 1;
  end loop;
  delete from figures.ad_facts_rest where day < first_kept;
  return dropped;
end $$;

-- What is known so far has one fact each. When it was learnt was not kept: the last poll of its campaign stands for it,
-- or the end of the day.
do $$
declare
  month date;
begin
  for month in
    select distinct date_trunc('month', day)::date from (
      select day from figures.ad_days union select day from figures.click_days
    ) known
  loop
    perform figures.make_fact_month(month);
  end loop;
end $$;
insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, impressions, clicks,
  spend_halalas, platform_reported_purchases, platform_reported_sales_halalas)
select days.merchant_id, days.campaign_id, ad_id, day, 'platform',
  coalesce(polls.read_at, (day + 1)::timestamp at time zone 'Asia/Riyadh'), impressions, clicks, spend_halalas,
  platform_reported_purchases, platform_reported_sales_halalas
from figures.ad_days days left join figures.polls using (campaign_id)
where (impressions, clicks, spend_halalas, platform_reported_purchases, platform_reported_sales_halalas)
  is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint);
insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, orders_placed,
  sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas)
select days.merchant_id, days.campaign_id, ad_id, day, 'orders',
  coalesce(polls.read_at, (day + 1)::timestamp at time zone 'Asia/Riyadh'), orders_placed, sales_placed_halalas,
  orders_delivered, sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas
from figures.ad_days days left join figures.polls using (campaign_id)
where orders_placed > 0 or orders_unconfirmed > 0;
insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, valid_clicks, bot_clicks)
select days.merchant_id, days.campaign_id, ad_id, day, 'clicks',
  coalesce(polls.read_at, (day + 1)::timestamp at time zone 'Asia/Riyadh'), valid_clicks, bot_clicks
from figures.click_days days left join figures.polls using (campaign_id);

-- ── names that are data ──────────────────────────────────────────────────────────────────────────────────────────────
-- The subscriptions reports.orders and reports.ad-accounts keep their names: their places in the events hang on them.
update base.events set name = 'figures.changed' where name = 'reports.figures_changed';
update base.dead_letters set event_name = 'figures.changed' where event_name = 'reports.figures_changed';
-- Polls that wait for the queue; those in the queues of the old names are enqueued again by the next round.
update base.events set details = jsonb_set(details, '{job}', to_jsonb(replace(details->>'job', 'reports.', 'figures.')))
where name = 'job.enqueued' and details->>'job' like 'reports.poll-%';
do $$ begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where name like 'reports.poll-%';
  end if;
end $$;
