-- A season's budget for each day, which a merchant accepted for a campaign. Keyed by merchant.

create table campaigns.season_budgets (
  merchant_id text not null,
  id text not null,
  campaign_id text not null,
  -- "ramadan-1448", "white_friday-2026", "payday-202612".
  season text not null,
  starts_on date not null,
  ends_on date not null,
  -- The campaign's daily budget before, to which it returns at the end.
  budget_before_halalas bigint not null check (budget_before_halalas > 0),
  -- The daily budget set last; null before the first day. A campaign with another one was changed by somebody else.
  budget_set_halalas bigint check (budget_set_halalas > 0),
  -- Why the last change could not be made; null while all is well.
  failure text check (failure in ('money', 'card', 'drift', 'limits')),
  -- When the next change is due (business time); null once it has ended.
  next_run_at timestamptz,
  accepted_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('finished', 'cancelled', 'changed', 'campaign_ended')),
  primary key (merchant_id, id),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_at is null) = (next_run_at is not null))
);
create unique index season_budgets_open on campaigns.season_budgets (merchant_id, campaign_id) where ended_at is null;
create index season_budgets_due on campaigns.season_budgets (next_run_at) where ended_at is null;
create index season_budgets_of_campaign on campaigns.season_budgets (merchant_id, campaign_id, accepted_at desc);

-- Computed once, when it was accepted: staff may correct expected costs later.
create table campaigns.season_budget_days (
  merchant_id text not null,
  season_budget_id text not null,
  day date not null,
  budget_halalas bigint not null check (budget_halalas > 0),
  state text not null default 'planned' check (state in ('planned', 'set', 'missed')),
  primary key (merchant_id, season_budget_id, day),
  foreign key (merchant_id, season_budget_id) references campaigns.season_budgets (merchant_id, id)
);
