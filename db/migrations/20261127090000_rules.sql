-- Control rules, what they saw and what they did. Keyed by merchant.
create schema rules;

create table rules.settings (
  merchant_id text primary key,
  -- By how much all rules together may raise daily budgets in one Riyadh day.
  raise_ceiling_halalas bigint not null check (raise_ceiling_halalas >= 0),
  -- No rule leads a campaign's daily budget beyond it; null without one.
  budget_ceiling_halalas bigint check (budget_ceiling_halalas > 0),
  -- Since when no rule acts: the one switch for all.
  stopped_at timestamptz,
  updated_at timestamptz not null
);

create table rules.control_rules (
  merchant_id text not null,
  id text not null,
  name text not null,
  name_folded text not null,
  target text not null check (target in ('roas', 'sales', 'spend')),
  comparison text not null check (comparison in ('greater', 'less')),
  -- Hundredths of a return, or halalas of the window.
  value bigint not null check (value > 0),
  action text not null check (action in ('increase_budget', 'decrease_budget', 'stop_campaign')),
  change_unit text check (change_unit in ('percent', 'amount')),
  change_value bigint check (change_value > 0),
  window_days integer not null check (window_days between 1 and 30),
  stage text not null check (stage in ('placed', 'delivered')),
  min_spend_halalas bigint not null check (min_spend_halalas >= 0),
  min_clicks integer not null check (min_clicks >= 0),
  reach text not null check (reach in ('all', 'platform', 'campaigns')),
  platform text,
  campaign_ids text[] not null,
  schedule text not null check (schedule in ('every_15_minutes', 'hourly', 'daily')),
  at_hour integer check (at_hour between 0 and 23),
  cooldown_hours integer not null check (cooldown_hours between 1 and 168),
  max_acts_per_day integer not null check (max_acts_per_day between 1 and 10),
  max_change_percent integer not null check (max_change_percent between 1 and 100),
  status text not null check (status in ('active', 'inactive')),
  mode text not null check (mode in ('shadow', 'live')),
  -- Since when it is active in its mode; null while inactive.
  mode_since timestamptz,
  -- Why the product switched it off by itself.
  stop_reason text check (stop_reason in ('acts_failed')),
  -- When it is evaluated next (business time); null while inactive.
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check ((action = 'stop_campaign') = (change_unit is null)),
  check ((change_unit is null) = (change_value is null)),
  check ((reach = 'platform') = (platform is not null)),
  check ((schedule = 'daily') = (at_hour is not null)),
  check ((status = 'active') = (next_run_at is not null))
);
create unique index control_rules_name on rules.control_rules (merchant_id, name_folded);
create index control_rules_due on rules.control_rules (next_run_at, merchant_id) where status = 'active';

-- What was decided about a campaign. The same decision with the same figures again is the same row, counted.
create table rules.evaluations (
  merchant_id text not null,
  rule_id text not null,
  campaign_id text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  -- 'acted', or why nothing was done.
  decision text not null,
  seen bigint,
  spend_halalas bigint not null,
  sales_halalas bigint not null,
  clicks bigint not null,
  read_at timestamptz,
  primary key (merchant_id, rule_id, campaign_id, first_at)
);
create index evaluations_of_rule on rules.evaluations (merchant_id, rule_id, last_at desc, campaign_id);
create index evaluations_old on rules.evaluations (last_at);

create table rules.acts (
  merchant_id text not null,
  id text not null,
  rule_id text not null,
  campaign_id text not null,
  -- The run that decided it: one act for each rule, campaign and run.
  run_at timestamptz not null,
  mode text not null check (mode in ('shadow', 'live')),
  kind text not null check (kind in ('set_budget', 'stop')),
  from_halalas bigint not null,
  to_halalas bigint,
  seen bigint,
  spend_halalas bigint not null,
  sales_halalas bigint not null,
  clicks bigint not null,
  read_at timestamptz not null,
  window_from date not null,
  window_to date not null,
  outcome text not null check (outcome in ('recorded', 'done', 'refused', 'confirmed', 'failed', 'undone')),
  -- The code of the refusal.
  refusal text,
  acted_at timestamptz not null,
  undone_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, rule_id, campaign_id, run_at),
  check ((kind = 'set_budget') = (to_halalas is not null)),
  check ((outcome = 'refused') = (refusal is not null)),
  check ((outcome = 'undone') = (undone_at is not null))
);
create index acts_of_rule on rules.acts (merchant_id, rule_id, acted_at desc, id desc);
create index acts_of_campaign on rules.acts (merchant_id, campaign_id, acted_at desc);
create index acts_unsettled on rules.acts (merchant_id, campaign_id) where outcome = 'done';
create index acts_of_day on rules.acts (merchant_id, acted_at);

alter table campaigns.campaigns drop constraint campaigns_status_reason_check;
alter table campaigns.campaigns add constraint campaigns_status_reason_check
  check (status_reason in ('merchant', 'money', 'ended', 'store', 'rule'));
