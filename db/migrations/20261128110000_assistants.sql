-- What the digital writer wrote for each merchant. Keyed by merchant; ids grow with time, and lists go by them.
create schema assistants;

create table assistants.answers (
  merchant_id text not null,
  id text not null,
  -- Made by the browser: sent again with it, the same answer comes back and is paid once.
  request_key text not null,
  category text not null,
  tongue text not null check (tongue in ('saudi', 'white', 'standard', 'english')),
  tone text not null,
  length text not null,
  season text,
  prompt text not null,
  seed integer not null,
  product_id text,
  product_name text,
  -- The version that it revises, and how.
  revises_version_id text,
  change text,
  facts jsonb not null,
  status text not null check (status in ('writing', 'done', 'stopped', 'failed')),
  engine text not null,
  -- How often it was begun: a failed one may be begun again under the same key.
  attempt integer not null default 1 check (attempt > 0),
  -- What was set aside in the merchant's stock while it is written.
  reservation_id text,
  reserved_words integer not null check (reserved_words > 0),
  words integer not null default 0 check (words between 0 and reserved_words),
  -- Tokens of the model and what they cost us, in millionths of a riyal; zero for the built-in engine.
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micro_sar bigint not null default 0,
  -- Prompt, product and texts, folded for the search.
  search_text text not null default '',
  -- System time, as every instant of this table.
  begun_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint answers_request_key unique (merchant_id, request_key),
  check ((revises_version_id is null) = (change is null))
);
-- Answers that nobody finished: their words are given back.
create index answers_writing on assistants.answers (begun_at) where status = 'writing';

create table assistants.versions (
  merchant_id text not null,
  id text not null,
  answer_id text not null,
  number integer not null check (number > 0),
  headline text not null,
  body text not null,
  is_favourite boolean not null default false,
  edited_at timestamptz,
  primary key (merchant_id, id),
  constraint versions_number unique (merchant_id, answer_id, number),
  foreign key (merchant_id, answer_id) references assistants.answers (merchant_id, id) on delete cascade,
  check (headline <> '' or body <> '')
);

-- Words of a merchant's Riyadh day, those under way included: the daily ceiling counts here.
create table assistants.writer_days (
  merchant_id text not null,
  day date not null,
  words integer not null check (words >= 0),
  primary key (merchant_id, day)
);
