-- A code belongs to the browser that asked for it, and wrong tries are counted where they come from. The codes alive at
-- this moment are dropped with the old table: they live five minutes, and whoever was typing one asks again.

drop table merchants.challenges;

-- The one living code of a browser for a number and a purpose, with what sign-up told when it was asked for.
create table merchants.challenges (
  mobile text not null check (mobile ~ '^\+9665\d{8}$'),
  purpose text not null check (purpose in ('sign_in', 'password')),
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Asked by a client that showed no cookie: from the same address the code may be used without one.
  is_open_to_address boolean not null,
  address text not null,
  code_hash bytea not null check (length(code_hash) = 32),
  expires_at timestamptz not null,
  send_id text not null,
  pending_name text,
  pending_email text,
  primary key (mobile, purpose, browser_hash)
);
create index challenges_by_age on merchants.challenges (expires_at);

-- Wrong tries at a number, by factor and by where they came from: a browser, an address, or all unknown browsers together.
create table merchants.wrong_tries (
  mobile text not null check (mobile ~ '^\+9665\d{8}$'),
  factor text not null check (factor in ('sign_in_code', 'password_code', 'password')),
  source text not null,
  failures int not null check (failures >= 0),
  locked_until timestamptz,
  since timestamptz not null,
  touched_at timestamptz not null,
  primary key (mobile, factor, source)
);
create index wrong_tries_by_age on merchants.wrong_tries (touched_at);

alter table merchants.code_sends
  add column browser_hash bytea check (length(browser_hash) = 32),
  add column is_known_browser boolean not null default false;

-- Which browsers a merchant has signed in from.
alter table merchants.sessions add column browser_hash bytea check (length(browser_hash) = 32);
create index sessions_of_browser on merchants.sessions (browser_hash) where browser_hash is not null;
