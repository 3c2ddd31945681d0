-- The nightly agreement of money: the gateways' lists, the payments, the ledger, sales, and captured ad spend beside what
-- the platforms reported.

-- One run for each night, by its Riyadh day. It compares what changed since the run before it that ended.
create table finance.agreement_runs (
  night date primary key,
  -- The system clock's time: payments that were made or changed in [from, until).
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- The business clock's: sales and ad spend.
  business_from timestamptz not null,
  business_until timestamptz not null,
  -- The ledger's entries in (from, until]; those of the run before are compared once more.
  entries_from bigint not null,
  entries_until bigint not null,
  -- By the system clock, also below.
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint agreement_runs_time check (from_at <= until_at and business_from <= business_until),
  constraint agreement_runs_entries check (entries_from <= entries_until)
);
create index agreement_runs_finished on finance.agreement_runs (finished_at desc) where finished_at is not null;

-- The parts of a run, in their order. Each goes on from its cursor; `steps` lets one process advance it at a time.
create table finance.agreement_parts (
  night date not null references finance.agreement_runs (night),
  position int not null,
  part text not null,
  cursor text,
  steps int not null default 0,
  -- What was compared so far.
  checked bigint not null default 0,
  is_done boolean not null default false,
  -- Why the last step could not be made, until one can.
  fault text constraint agreement_parts_fault_check check (fault in ('later', 'outcome_unknown', 'rejected', 'reconnect', 'failed')),
  primary key (night, position),
  constraint agreement_parts_once unique (night, part)
);

-- What the gateways listed in the present run: payments, and chargebacks.
create table finance.agreement_listed (
  gateway text not null,
  reference text not null,
  primary key (gateway, reference)
);

-- What does not agree, until a later run finds that it does. Amounts in halalas; null is missing on that side.
create table finance.differences (
  id bigint generated always as identity primary key,
  kind text not null constraint differences_kind_check check (kind in (
    'payment_missing_here', 'payment_missing_there', 'payment_amount', 'payment_state', 'payment_refunded', 'chargeback',
    'ledger_deposit', 'ledger_refund', 'ledger_chargeback', 'sale', 'sale_refund', 'spend')),
  -- Who keeps the other side: a gateway, an ad platform, or for the ledger and for sales the payments.
  source text not null,
  -- Of the payment, the chargeback or the ad account.
  reference text not null,
  merchant_id text,
  day date not null,
  ours_halalas bigint,
  theirs_halalas bigint,
  -- False while one side changed so lately that the other may still follow: such a row is not shown.
  is_settled boolean not null,
  -- By the system clock, also below.
  first_seen_at timestamptz not null,
  checked_at timestamptz not null,
  resolved_at timestamptz,
  constraint differences_differ check (ours_halalas is distinct from theirs_halalas),
  constraint differences_resolved_were_settled check (resolved_at is null or is_settled)
);
create unique index differences_open_once on finance.differences (kind, source, reference, day) where resolved_at is null;
create index differences_shown on finance.differences (id) where resolved_at is null and is_settled;
create index differences_open on finance.differences (source, reference) where resolved_at is null;

-- The ledger names payments by the gateway's id alone.
create index attempts_by_id on payments.attempts (id);
-- What was sold for payments, by time.
create index order_payments_by_time on billing.order_payments (recorded_at, payment_id) where result = 'bought';
create index periods_by_payment_time on billing.periods (paid_at, payment_id) where payment_id is not null;
