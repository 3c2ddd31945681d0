-- Who signs in: merchants, the one living code of a number, what was sent, and sessions.

create schema merchants;

create table merchants.merchants (
  id text primary key,
  name text not null check (length(name) between 1 and 80),
  mobile text not null constraint merchants_mobile_key unique check (mobile ~ '^\+9665\d{8}$'),
  email text check (length(email) <= 254),
  language text not null default 'ar' check (language in ('ar', 'en')),
  digits text not null default 'latn' check (digits in ('latn', 'arab')),
  theme text not null default 'light' check (theme in ('light', 'dark', 'auto')),
  -- Null until the first store is connected: that is what leads a newcomer into the first campaign.
  website_type text check (website_type in ('salla', 'zid', 'shopify', 'woocommerce', 'other')),
  is_store_active boolean not null default true,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One row a number, whether or not a merchant stands behind it: its living code and its wrong tries.
-- A new code replaces the code's columns and leaves the tries alone; only a success resets them.
create table merchants.challenges (
  mobile text primary key check (mobile ~ '^\+9665\d{8}$'),
  purpose text check (purpose in ('sign_in', 'password')),
  code_hash bytea check (length(code_hash) = 32),
  expires_at timestamptz,
  send_id text,
  -- What sign-up asked for, kept until the code proves the number.
  pending_name text,
  pending_email text,
  code_failures int not null default 0 check (code_failures >= 0),
  code_locked_until timestamptz,
  password_failures int not null default 0 check (password_failures >= 0),
  password_locked_until timestamptz,
  touched_at timestamptz not null,
  check ((code_hash is null) = (expires_at is null) and (code_hash is null) = (purpose is null))
);
create index challenges_by_age on merchants.challenges (touched_at);

-- Every code we paid for. The code itself is sealed, and wiped as soon as the message has left.
create table merchants.code_sends (
  id text primary key,
  mobile text not null,
  address text not null,
  purpose text not null check (purpose in ('sign_in', 'password')),
  language text not null check (language in ('ar', 'en')),
  sealed_code text,
  asked_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'refused', 'unknown', 'given_up')),
  provider_id text,
  parts int check (parts > 0),
  used_at timestamptz
);
create index code_sends_of_number on merchants.code_sends (mobile, asked_at desc);
create index code_sends_of_address on merchants.code_sends (address, asked_at desc);
create index code_sends_by_age on merchants.code_sends (asked_at desc) include (used_at);

-- Wrong tries of an address in an hour, over all numbers.
create table merchants.address_tries (
  address text not null,
  hour timestamptz not null,
  tries int not null check (tries > 0),
  primary key (address, hour)
);
create index address_tries_by_age on merchants.address_tries (hour);

create table merchants.sessions (
  id text primary key,
  merchant_id text not null references merchants.merchants (id),
  token_hash bytea not null constraint sessions_token_key unique check (length(token_hash) = 32),
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The absolute limit; the idle one counts from last_seen_at.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_merchant on merchants.sessions (merchant_id, last_seen_at desc) where ended_at is null;
create index sessions_by_age on merchants.sessions (expires_at);
