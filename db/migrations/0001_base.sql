-- The ground: events with their causes, listeners' places in them, dead letters, idempotency keys.

create sequence base.event_positions;

create table base.events (
  id bigint generated always as identity primary key,
  name text not null,
  merchant_id text,
  details jsonb not null,
  announced_at timestamptz not null,
  -- Given after the commit, one by one: readers that go by position never miss a slow transaction.
  position bigint unique
);
create index events_unplaced on base.events (id) where position is null;
create index events_of_merchant on base.events (merchant_id, position);
create index events_by_age on base.events (announced_at);

create table base.listeners (
  name text primary key,
  position bigint not null default 0,
  failures int not null default 0,
  retry_at timestamptz
);

create table base.dead_letters (
  id bigint generated always as identity primary key,
  listener text not null,
  event_name text not null,
  merchant_id text,
  details jsonb not null,
  reason text not null,
  buried_at timestamptz not null default now()
);

create table base.idempotency_keys (
  scope text not null,
  key text not null check (length(key) between 8 and 200),
  call text not null,
  body_hash text not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_age on base.idempotency_keys (created_at);
