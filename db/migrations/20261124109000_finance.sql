-- Credit that staff give. Above a limit a second member consents, never the one who requested it.

create schema finance;

create table finance.credits (
  id text primary key,
  merchant_id text not null,
  amount_halalas bigint not null constraint credits_amount_check check (amount_halalas > 0),
  reason text not null,
  -- `waiting`: for the consent of a second member. Money moves with `given` alone.
  state text not null constraint credits_state_check check (state in ('waiting', 'given', 'rejected')),
  needs_consent boolean not null,
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint credits_decided check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint credits_waiting_needs_consent check (needs_consent or state = 'given'),
  -- Whoever requested it may withdraw it, but never consent to it.
  constraint credits_second_member check (state <> 'given' or not needs_consent or decided_by <> requested_by)
);
create index credits_of_merchant on finance.credits (merchant_id, requested_at desc, id desc);
create index credits_waiting on finance.credits (requested_at, id) where state = 'waiting';
