-- Campaigns' plans from a description, with their progress: a reload shows the same plan.
create table assistants.plans (
  merchant_id text not null,
  id text not null,
  -- Made by the browser: sent again with it, the same plan comes back and is paid once.
  request_key text not null,
  -- What was sent, without the key.
  input jsonb not null,
  status text not null check (status in ('planning', 'done', 'stopped', 'failed')),
  -- How often it was begun: a failed one may be begun again under the same key.
  attempt integer not null default 1 check (attempt > 0),
  steps text[] not null default '{}',
  engine text not null,
  -- What it is about, and the figures that its reasons and changes stand on; null until they were read.
  subject jsonb,
  facts jsonb,
  -- The choices, texts and draft; null until it is done.
  result jsonb,
  -- What changes replaced, the newest last.
  earlier jsonb not null default '[]',
  pictures jsonb not null default '[]',
  revision integer not null default 0,
  -- The draft's revision when the plan wrote it last: a draft that was edited since is left alone.
  draft_revision integer,
  words integer not null default 0 check (words >= 0),
  -- Tokens of the model and what they cost us, in millionths of a riyal; zero for the built-in engine.
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micro_sar bigint not null default 0,
  -- System time, as every instant of this table.
  begun_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint plans_request_key unique (merchant_id, request_key),
  check ((status = 'done') = (result is not null))
);
