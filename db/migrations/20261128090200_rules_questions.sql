-- Rules that ask their merchant before they act.
alter table rules.control_rules
  -- By which channel it asks; null for one that acts by itself.
  add column ask_channel text check (ask_channel in ('whatsapp', 'sms'));

create table rules.questions (
  merchant_id text not null,
  id text not null,
  rule_id text not null,
  campaign_id text not null,
  run_at timestamptz not null,
  -- The rule as it was: edited meanwhile, it asks anew.
  rule_updated_at timestamptz not null,
  kind text not null check (kind in ('set_budget', 'pause', 'stop')),
  from_halalas bigint not null,
  to_halalas bigint,
  conditions jsonb not null,
  spend_halalas bigint not null,
  sales_halalas bigint not null,
  clicks bigint not null,
  read_at timestamptz not null,
  window_from date not null,
  window_to date not null,
  -- System time, as all instants below: people answer.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'accepted', 'declined', 'defaulted', 'lapsed', 'overtaken')),
  answered_at timestamptz,
  -- What was done on the answer, or without one.
  act_id text,
  -- The browser that opened the link first, as a hash.
  opened_by text,
  primary key (merchant_id, id),
  check ((kind = 'set_budget') = (to_halalas is not null)),
  check ((state = 'open') = (answered_at is null))
);
-- One campaign has one open question of a rule.
create unique index questions_open on rules.questions (merchant_id, rule_id, campaign_id) where state = 'open';
create index questions_due on rules.questions (expires_at, merchant_id) where state = 'open';
create index questions_answered on rules.questions (merchant_id, answered_at);

-- Which rules have acts that failed: only those are looked at more closely.
create index acts_failed on rules.acts (merchant_id, rule_id) where outcome in ('refused', 'failed');
