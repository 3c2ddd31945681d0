-- Linked ad accounts: the way through a platform's consent page, the permission it gave, the accounts linked with it.

create schema ad_accounts;

-- A merchant on the way through a platform's consent page. The state itself is never stored.
create table ad_accounts.consents (
  state_hash text primary key,
  merchant_id text not null,
  session_id text not null,
  platform text not null check (platform in ('meta', 'snapchat', 'tiktok', 'x', 'google')),
  return_to text not null check (return_to ~ '^/[a-z]'),
  code_verifier_sealed text not null,
  -- The account whose lost connection is to be mended; null when any may be chosen.
  ad_account_id text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index consents_by_end on ad_accounts.consents (expires_at);

-- What a platform gave us for acting in a person's name, sealed; one for each walk through its consent page.
create table ad_accounts.connections (
  id text primary key,
  merchant_id text not null,
  platform text not null check (platform in ('meta', 'snapchat', 'tiktok', 'x', 'google')),
  -- open: nothing linked with it yet; lost: the platform no longer takes it; forgotten: nothing needs it any more.
  status text not null check (status in ('open', 'in_use', 'lost', 'forgotten')),
  access_token_sealed text,
  refresh_token_sealed text,
  access_expires_at timestamptz,
  scopes text[] not null,
  -- Counts renewals: whoever saw an older number reads again instead of renewing.
  version int not null default 1,
  -- One renewal at a time: who does it, and until when the claim holds.
  renewing text,
  renewing_until timestamptz,
  -- Organisations, ad accounts and profiles as the platform offered them.
  offers jsonb not null,
  offered_at timestamptz not null,
  created_at timestamptz not null,
  -- A permission that is over leaves no secret behind; a living one is never without its token.
  check ((status in ('open', 'in_use')) = (access_token_sealed is not null)),
  check (access_token_sealed is not null or refresh_token_sealed is null),
  check ((renewing is null) = (renewing_until is null)),
  unique (id, merchant_id)
);
create index connections_of_merchant on ad_accounts.connections (merchant_id, created_at desc);
create index connections_left_open on ad_accounts.connections (created_at) where status = 'open';

create table ad_accounts.accounts (
  id text primary key,
  merchant_id text not null,
  platform text not null check (platform in ('meta', 'snapchat', 'tiktok', 'x', 'google')),
  connection_id text not null,
  -- The platform's own ids and names.
  platform_account_id text not null check (platform_account_id <> ''),
  organization_id text not null,
  organization_name text not null,
  name text not null,
  -- The wallet is in riyals, and so is every figure that is captured from it.
  currency text not null check (currency = 'SAR'),
  time_zone text not null,
  profile_id text,
  profile_name text,
  pixel_id text,
  status text not null check (status in ('linked', 'lost', 'unlinked')),
  lost_reason text check (lost_reason in ('permission_gone', 'access_removed')),
  lost_at timestamptz,
  -- What stands in the way of ads though the permission is alive.
  trouble text check (trouble in ('disabled', 'role_not_enough')),
  linked_at timestamptz not null,
  unlinked_at timestamptz,
  checked_at timestamptz,
  check ((status = 'lost') = (lost_reason is not null)),
  check ((lost_reason is null) = (lost_at is null)),
  check ((status = 'unlinked') = (unlinked_at is not null)),
  foreign key (connection_id, merchant_id) references ad_accounts.connections (id, merchant_id)
);
-- The same account again is the same row: its campaigns come back with it.
create unique index accounts_of_merchant_once
  on ad_accounts.accounts (merchant_id, platform, platform_account_id);
-- One merchant at a time.
create unique index accounts_held_once on ad_accounts.accounts (platform, platform_account_id) where status <> 'unlinked';
create index accounts_of_merchant on ad_accounts.accounts (merchant_id, linked_at desc);
create index accounts_of_connection on ad_accounts.accounts (connection_id);
create index accounts_to_check on ad_accounts.accounts (id) where status = 'linked';
