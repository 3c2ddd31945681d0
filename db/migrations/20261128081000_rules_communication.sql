-- Communication rules: a message when what all campaigns bring has changed, and what each evaluation saw.

create table rules.communication_rules (
  merchant_id text not null,
  id text not null,
  indicator text not null check (indicator in ('sales', 'orders', 'spend', 'roas', 'cost_per_order')),
  change text not null check (change in ('increased', 'decreased')),
  -- By how much at least, in whole percent of the days before.
  value integer not null check (value between 1 and 1000),
  -- Riyadh days up to yesterday; they are compared with as many before.
  days integer not null check (days between 1 and 30),
  channel text not null check (channel in ('whatsapp', 'sms')),
  -- Where the merchant prays, by its key in the gazetteer.
  city text not null,
  status text not null check (status in ('active', 'inactive')),
  -- When it is evaluated next (business time); null while inactive.
  next_run_at timestamptz,
  -- Of its last message, the Riyadh day and the instant (business time).
  fired_on date,
  fired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check ((status = 'active') = (next_run_at is not null)),
  check ((fired_on is null) = (fired_at is null))
);
create index communication_rules_due on rules.communication_rules (next_run_at, merchant_id) where status = 'active';

-- The same decision on the same figures again is the same row, counted.
create table rules.communication_evaluations (
  merchant_id text not null,
  rule_id text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  -- 'sent', or why no message was.
  decision text not null,
  -- The indicator's value now and in the days before, in its own unit; null where there was none.
  value_now bigint,
  value_before bigint,
  read_at timestamptz,
  -- The message of a 'sent' one in the outbox.
  text_key text,
  primary key (merchant_id, rule_id, first_at),
  check ((decision = 'sent') = (text_key is not null))
);
create index communication_evaluations_old on rules.communication_evaluations (last_at);
