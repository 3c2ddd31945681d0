-- Figures: what platforms report by ad and hour, what attributed orders brought, and both rolled up by campaign and day.

create schema reports;

create table reports.metric_hours (
  merchant_id text not null,
  campaign_id text not null,
  ad_id text not null,
  hour timestamptz not null check (hour = date_trunc('hour', hour)),
  impressions bigint not null check (impressions >= 0),
  clicks bigint not null check (clicks >= 0),
  spend_halalas bigint not null check (spend_halalas >= 0),
  claimed_purchases bigint not null check (claimed_purchases >= 0),
  claimed_sales_halalas bigint not null check (claimed_sales_halalas >= 0),
  read_at timestamptz not null,
  primary key (merchant_id, ad_id, hour)
) partition by range (hour);
create index metric_hours_of_campaign on reports.metric_hours (merchant_id, campaign_id, hour);

-- Holds what falls outside the months made so far, so that nothing told is ever refused.
create table reports.metric_hours_rest partition of reports.metric_hours default;

-- Makes a month's partition unless it stands. Rows of the month that already lie in the default partition stay there.
create function reports.make_month(month_start date) returns void language plpgsql as $$
declare
  partition text := 'metric_hours_' || to_char(month_start, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(7204413);
  if to_regclass('reports.' || partition) is null then
    execute format(
      'create table reports.%I partition of reports.metric_hours for values from (%L) to (%L)',
      partition, month_start::timestamp at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
  end if;
exception when check_violation then
  null;
end $$;

-- One row a campaign and Riyadh day, kept at ingest: what every screen reads.
create table reports.campaign_days (
  merchant_id text not null,
  day date not null,
  campaign_id text not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  spend_halalas bigint not null default 0,
  claimed_purchases bigint not null default 0,
  claimed_sales_halalas bigint not null default 0,
  orders_placed bigint not null default 0,
  sales_placed_halalas bigint not null default 0,
  orders_delivered bigint not null default 0,
  sales_delivered_halalas bigint not null default 0,
  primary key (merchant_id, day, campaign_id)
);
create index campaign_days_of_campaign on reports.campaign_days (merchant_id, campaign_id, day);

-- What each attributed order adds to the roll-up at present: the next change adds only the difference.
create table reports.attributed_orders (
  merchant_id text not null,
  order_id text primary key,
  campaign_id text not null,
  ad_id text not null,
  day date not null,
  orders_placed bigint not null,
  sales_placed_halalas bigint not null,
  orders_delivered bigint not null,
  sales_delivered_halalas bigint not null
);
create index attributed_orders_of_ad on reports.attributed_orders (merchant_id, campaign_id, ad_id, day);

-- How far each campaign's figures have been read.
create table reports.readings (
  campaign_id text primary key,
  merchant_id text not null,
  read_until timestamptz not null,
  corrected_at timestamptz not null,
  captured_at timestamptz not null,
  read_at timestamptz not null
);
create index readings_of_merchant on reports.readings (merchant_id, read_at);
