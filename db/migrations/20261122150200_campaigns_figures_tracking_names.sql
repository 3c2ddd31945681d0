-- campaigns, reports, tracking: the field's names. (creative: no column changes.)
-- Column renames carry indexes, checks, partial-index predicates, foreign keys and partitions along. No view, trigger or
-- function body names a renamed column: campaigns.count_campaign() reads merchant_id, status, platform, sync only, and
-- reports.make_month() names no column at all; neither is re-created. The wallet's functions do not touch these schemas.

-- ── campaigns ────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table campaigns.campaigns rename column wanted_version to desired_generation;
alter table campaigns.campaigns rename column confirmed_version to observed_generation;
alter table campaigns.campaigns rename column confirmed_status to observed_status;
alter table campaigns.campaigns rename column confirmed_daily_budget_halalas to observed_daily_budget_halalas;
alter table campaigns.campaigns rename column confirmed_at to acknowledged_at;
alter table campaigns.campaigns rename column creating to create_intent;
alter table campaigns.campaigns rename column doubt_until to unknown_until;
alter table campaigns.campaigns rename column turn_of to lease_owner;
alter table campaigns.campaigns rename column turn_until to lease_until;
alter table campaigns.campaigns rename column retry_ordered to retry_imposed;
alter table campaigns.campaigns rename column next_reading_at to next_poll_at;
alter table campaigns.campaigns rename column readings to poll_count;
alter table campaigns.campaigns rename column status_why to status_reason;
alter table campaigns.campaigns rename column put_back_halalas to reverted_halalas;
alter table campaigns.campaigns rename column put_back_at to reverted_at;
alter table campaigns.campaigns rename column channels to placements;

alter table campaigns.ad_groups rename column wanted_version to desired_generation;
alter table campaigns.ad_groups rename column confirmed_version to observed_generation;
alter table campaigns.ad_groups rename column confirmed_status to observed_status;
alter table campaigns.ad_groups rename column confirmed_at to acknowledged_at;
alter table campaigns.ad_groups rename column creating to create_intent;
alter table campaigns.ad_groups rename column doubt_until to unknown_until;

alter table campaigns.ads rename column wanted_version to desired_generation;
alter table campaigns.ads rename column confirmed_version to observed_generation;
alter table campaigns.ads rename column confirmed_status to observed_status;
alter table campaigns.ads rename column confirmed_at to acknowledged_at;
alter table campaigns.ads rename column creating to create_intent;
alter table campaigns.ads rename column doubt_until to unknown_until;

-- Names only; nothing in the code matches on them (it matches on campaigns_name alone).
alter table campaigns.campaigns rename constraint campaigns_target_roas_told to campaigns_target_roas_required;
alter table campaigns.campaigns rename constraint campaigns_put_back_dated to campaigns_reverted_dated;
alter table campaigns.campaigns rename constraint campaigns_confirmed_status_check to campaigns_observed_status_check;
alter table campaigns.campaigns rename constraint campaigns_status_why_check to campaigns_status_reason_check;
alter table campaigns.campaigns rename constraint campaigns_put_back_halalas_check to campaigns_reverted_halalas_check;
alter table campaigns.campaigns rename constraint campaigns_channels_check to campaigns_placements_check;
alter table campaigns.ad_groups rename constraint ad_groups_confirmed_status_check to ad_groups_observed_status_check;
alter table campaigns.ads rename constraint ads_confirmed_status_check to ads_observed_status_check;
alter index campaigns.campaigns_by_birth rename to campaigns_by_creation;
alter index campaigns.campaigns_readings_due rename to campaigns_polls_due;

-- ── reports ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- On the partitioned parent: every month and metric_hours_rest follow.
alter table reports.metric_hours rename column claimed_purchases to platform_reported_purchases;
alter table reports.metric_hours rename column claimed_sales_halalas to platform_reported_sales_halalas;
alter table reports.campaign_days rename column claimed_purchases to platform_reported_purchases;
alter table reports.campaign_days rename column claimed_sales_halalas to platform_reported_sales_halalas;
alter table reports.campaign_days rename column captured_halalas to settled_halalas;
alter table reports.ad_days rename column claimed_purchases to platform_reported_purchases;
alter table reports.ad_days rename column claimed_sales_halalas to platform_reported_sales_halalas;
alter table reports.ad_days rename column is_told_whole to is_reported_whole;
alter table reports.merchant_days rename column claimed_purchases to platform_reported_purchases;
alter table reports.merchant_days rename column claimed_sales_halalas to platform_reported_sales_halalas;

alter table reports.readings rename column captured_at to settled_at;
alter table reports.readings rename to polls;
alter index reports.readings_pkey rename to polls_pkey;
alter index reports.readings_of_merchant rename to polls_of_merchant;
alter table reports.account_readings rename to account_polls;
alter index reports.account_readings_pkey rename to account_polls_pkey;
alter index reports.account_readings_of_merchant rename to account_polls_of_merchant;
alter index reports.account_readings_waiting rename to account_polls_waiting;

-- ── tracking ─────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table tracking.links rename column channels to placements;
alter table tracking.links rename constraint links_channels_check to links_placements_check;
alter table tracking.click_days rename column people to valid_clicks;
alter table tracking.click_days rename column machines to bot_clicks;
alter table tracking.click_days rename constraint click_days_people_check to click_days_valid_clicks_check;
alter table tracking.click_days rename constraint click_days_machines_check to click_days_bot_clicks_check;

-- The verdicts' stored words. A partition's check is inherited from here, so dropping it on the parent drops it on all.
alter table tracking.clicks drop constraint clicks_visitor_check;
update tracking.clicks set visitor = 'bot',
  why = case why when 'asked_head' then 'head_request' when 'looked_ahead' then 'prefetch'
    when 'named_machine' then 'known_bot' else why end
where visitor = 'machine';
alter table tracking.clicks add constraint clicks_visitor_check check (visitor in ('person', 'bot'));

-- ── names that are data ──────────────────────────────────────────────────────────────────────────────────────────────
-- Subscriptions keep their names (campaigns.pause-for-money, reports.orders, tracking-attribution …): their places in the
-- events hang on them.
update base.events set name = 'campaign.snapshot_applied' where name = 'campaign.read_back';
update base.events set name = 'campaign.budget_reverted' where name = 'campaign.budget_put_back';
update base.dead_letters set event_name = 'campaign.snapshot_applied' where event_name = 'campaign.read_back';
update base.dead_letters set event_name = 'campaign.budget_reverted' where event_name = 'campaign.budget_put_back';

-- Schedules of renamed jobs (jobs.ts schedules, and never unschedules). pg-boss is absent on PGlite and on a new database.
do $$ begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name in ('campaigns-readings', 'campaigns-keep-time');
  end if;
end $$;
