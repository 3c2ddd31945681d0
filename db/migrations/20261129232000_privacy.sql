-- Consents, exports of everything we hold of a merchant, and the erasure of an account.

-- Who agreed to what, in which version of its text, and how. Never edited: a withdrawal is an entry of its own.
create table base.consents (
  merchant_id text not null,
  id bigint generated always as identity,
  purpose text not null check (purpose ~ '^[a-z_]{1,40}$'),
  is_given boolean not null,
  text_version text not null check (length(text_version) between 1 and 40),
  channel text not null check (channel in ('web', 'sign_up', 'system')),
  subject text not null default '' check (length(subject) <= 64),
  actor_kind text not null check (actor_kind in ('member', 'staff', 'rule', 'assistant', 'system')),
  actor_id text,
  recorded_at timestamptz not null,
  primary key (merchant_id, id)
);

create schema privacy;

create table privacy.exports (
  merchant_id text not null,
  id text not null,
  status text not null check (status in ('pending', 'running', 'ready', 'failed', 'expired')),
  -- Of the run that writes it: one that was taken for lost changes nothing any more.
  run text,
  attempts int not null default 0 check (attempts >= 0),
  -- By the system clock: a run that shows none for minutes is lost.
  progressed_at timestamptz not null,
  tables_done int not null default 0 check (tables_done >= 0),
  tables_total int not null default 0 check (tables_total >= 0),
  rows_done bigint not null default 0 check (rows_done >= 0),
  bytes bigint check (bytes >= 0),
  storage_key text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (merchant_id, id),
  constraint exports_ready check ((status = 'ready') <= (storage_key is not null and expires_at is not null))
);
create unique index exports_one_under_way on privacy.exports (merchant_id) where status in ('pending', 'running');
create index exports_under_way on privacy.exports (progressed_at) where status in ('pending', 'running');
create index exports_by_expiry on privacy.exports (expires_at) where status = 'ready';

-- One a merchant: asked for, taken back, under way, done.
create table privacy.erasures (
  merchant_id text primary key,
  state text not null check (state in ('requested', 'cancelled', 'erasing', 'erased')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  cancelled_at timestamptz,
  started_at timestamptz,
  erased_at timestamptz,
  -- When the next run may try what is left, by the system clock.
  next_try_at timestamptz not null
);
create index erasures_due on privacy.erasures (due_at) where state in ('requested', 'erasing');

-- What an erasure has done: a step that ended is not done again, one that failed is tried again later.
create table privacy.erasure_steps (
  merchant_id text not null references privacy.erasures (merchant_id),
  step text not null,
  is_done boolean not null,
  attempts int not null check (attempts > 0),
  fault text,
  tried_at timestamptz not null,
  primary key (merchant_id, step)
);

-- An erasure is the one reason for which these tables' rows are changed: it says so for its own transaction.
create or replace function base.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_table_schema = 'base' and current_setting('rawaj.erasure', true) = 'on' then
    return null;
  end if;
  raise exception 'entries of the audit log are never edited';
end $$;
create or replace function figures.refuse_fact_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rawaj.erasure', true) = 'on' then
    return null;
  end if;
  raise exception 'facts are never edited';
end $$;

-- The number of an erased account is free for a new one.
alter table merchants.merchants drop constraint merchants_mobile_check;
alter table merchants.merchants add constraint merchants_mobile_check
  check (mobile ~ '^\+9665\d{8}$' or mobile = 'erased:' || id);

alter table merchants.challenges drop constraint challenges_purpose_check;
alter table merchants.challenges add constraint challenges_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal', 'current_number', 'new_number', 'erasure'));
alter table merchants.code_sends drop constraint code_sends_purpose_check;
alter table merchants.code_sends add constraint code_sends_purpose_check
  check (purpose in ('sign_in', 'password', 'withdrawal', 'current_number', 'new_number', 'erasure'));
alter table merchants.failed_attempts drop constraint failed_attempts_factor_check;
alter table merchants.failed_attempts add constraint failed_attempts_factor_check
  check (factor in ('sign_in_code', 'password_code', 'password', 'withdrawal_code', 'number_code', 'erasure_code'));

-- What is past its retention is found without reading the rest.
create index emails_by_age on messages.emails using brin (queued_at);
create index texts_by_age on messages.texts using brin (queued_at);
create index dead_letters_by_age on base.dead_letters using brin (created_at);

-- What our staff looked at and did, newest first.
create index audit_log_of_staff on base.audit_log (merchant_id, id desc) where actor_kind = 'staff';
