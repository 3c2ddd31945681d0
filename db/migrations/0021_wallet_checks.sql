-- The ledger is checked from what was verified on, and payments are read again though no webhook comes.

-- Up to which entry each merchant's side is verified, and what it came to. Entries of a merchant are numbered while their
-- wallet is locked until the commit, so a number below the position can never appear later.
create table wallet.verified_merchants (
  merchant_id text primary key,
  entry_id bigint not null,
  entries bigint not null,
  available_halalas bigint not null,
  reserved_halalas bigint not null,
  owed_halalas bigint not null
);

-- The same of the house's accounts, whose rows each entry locks as well before it is numbered.
create table wallet.verified_accounts (
  account text collate "C" primary key,
  entry_id bigint not null,
  balance_halalas bigint not null
);
create index entries_from_house on wallet.entries (from_account, id) where from_account like 'rawaj:%';
create index entries_to_house on wallet.entries (to_account, id) where to_account like 'rawaj:%';

-- Verified merchant by merchant, an entry must not touch another's wallet: the database promises it too.
alter table wallet.entries add constraint entries_of_one_merchant check (
  (from_account like 'rawaj:%' or from_account in (merchant_id || ':available', merchant_id || ':reserved'))
  and (to_account like 'rawaj:%' or to_account in (merchant_id || ':available', merchant_id || ':reserved')));

-- `new`: what came since the last position, every five minutes. `whole`: from the first entry, every night.
alter table wallet.audits add column scope text not null default 'new' check (scope in ('new', 'whole'));
create index audits_by_scope on wallet.audits (scope, checked_at desc);

-- How far this night's check of the whole has come.
create table wallet.whole_check (
  id boolean primary key default true check (id),
  night date not null,
  part int not null,
  after_account text collate "C" not null,
  entries bigint not null,
  is_finished boolean not null
);

-- When the gateway is asked about the payment again, for 120 days: refunds and voids must not depend on a webhook.
alter table wallet.payments add column next_read_at timestamptz;
create index payments_to_read on wallet.payments (next_read_at) where next_read_at is not null;
update wallet.payments set next_read_at = now() + random() * interval '1 day'
where confirmed_at is not null and state <> 'failed' and created_at > now() - interval '120 days';

-- The gateway's webhook: it sends nothing until its one-time code was given back.
create table wallet.webhook_subscriptions (
  gateway text not null,
  url text not null,
  webhook_id text not null,
  is_verified boolean not null,
  code_asked_at timestamptz not null,
  unverified_since timestamptz,
  checked_at timestamptz not null,
  primary key (gateway, url)
);
create index deposits_open on wallet.deposits (merchant_id) where next_check_at is not null;
