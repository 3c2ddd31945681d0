-- Work over many items: one row per operation, one per item. Keyed by merchant, so that both tables can be distributed.

create table base.operations (
  merchant_id text not null,
  id text not null,
  kind text not null,
  actor_kind text not null check (actor_kind in ('member', 'staff', 'rule', 'assistant', 'system')),
  actor_id text,
  request_id text,
  input jsonb not null,
  status text not null default 'pending' check (
    status in ('pending', 'running', 'succeeded', 'partially_failed', 'failed', 'cancelling', 'cancelled')),
  total integer not null check (total between 0 and 10000),
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  undo_of text,
  -- Business time.
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- System time of the last step, to find operations whose job was lost.
  progressed_at timestamptz not null,
  primary key (merchant_id, id),
  check (done + failed <= total),
  check ((finished_at is not null) = (status in ('succeeded', 'partially_failed', 'failed', 'cancelled')))
);
-- An operation is undone once.
create unique index operations_undone_once on base.operations (merchant_id, undo_of) where undo_of is not null;
create index operations_unfinished on base.operations (progressed_at) where finished_at is null;
create index operations_finished on base.operations (finished_at) where finished_at is not null;

create table base.operation_items (
  merchant_id text not null,
  operation_id text not null,
  number integer not null check (number > 0),
  subject text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  before jsonb,
  after jsonb,
  refusal_code text,
  refusal_params jsonb,
  attempts smallint not null default 0,
  -- System time before which a failed attempt is not repeated.
  retry_at timestamptz,
  finished_at timestamptz,
  primary key (merchant_id, operation_id, number),
  foreign key (merchant_id, operation_id) references base.operations (merchant_id, id) on delete cascade,
  check ((status = 'failed') = (refusal_code is not null))
);
create index operation_items_pending on base.operation_items (merchant_id, operation_id, number) where status = 'pending';
create index operation_items_failed on base.operation_items (merchant_id, operation_id, number) where status = 'failed';
