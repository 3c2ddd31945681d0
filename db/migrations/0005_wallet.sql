-- The wallet: a double-entry ledger that repeats its own promises, reserves, deposits through a gateway, cards on file.

create schema wallet;

-- Ledger accounts: two for each merchant (`mer_x:available`, `mer_x:reserved`) and the house's own (`rawaj:…`).
-- Accounts are locked in name order; `rawaj:` sorts after `mer_`, so the busiest row is held last and shortest.
create table wallet.accounts (
  name text collate "C" primary key,
  merchant_id text,
  may_go_negative boolean not null,
  balance_halalas bigint not null default 0,
  -- Lines of the merchant's statement so far (on the available account).
  lines bigint not null default 0,
  opened_at timestamptz not null default now(),
  constraint accounts_not_negative check (may_go_negative or balance_halalas >= 0),
  constraint accounts_merchants_stay_above_zero check (merchant_id is null or not may_go_negative),
  constraint accounts_balance_is_safe check (abs(balance_halalas) < 9007199254740992)
);

create sequence wallet.entry_numbers;

-- An entry takes from one account and gives to another. Never edited, only answered by another.
-- Partitioned by merchant: the key that makes twice once is unique within the merchant, and so is every reading.
create table wallet.entries (
  id bigint not null default nextval('wallet.entry_numbers'),
  merchant_id text not null,
  key text not null check (length(key) between 1 and 200),
  from_account text collate "C" not null references wallet.accounts (name),
  to_account text collate "C" not null references wallet.accounts (name),
  amount_halalas bigint not null,
  from_balance_after bigint not null,
  to_balance_after bigint not null,
  -- Available and reserved together, after this entry.
  wallet_balance_after bigint not null,
  kind text not null,
  reference text,
  business_day date not null,
  created_at timestamptz not null,
  -- What the entry is on the merchant's statement; null for moves inside the wallet.
  charge_type text check (charge_type in ('deposit', 'withdrawal')),
  line_no bigint,
  primary key (merchant_id, id),
  constraint entries_key unique (merchant_id, key),
  constraint entries_amount_positive check (amount_halalas > 0),
  constraint entries_two_accounts check (from_account <> to_account),
  constraint entries_line_of_charge check ((charge_type is null) = (line_no is null))
) partition by hash (merchant_id);

create index entries_lines on wallet.entries (merchant_id, line_no desc) where line_no is not null;
create index entries_charges on wallet.entries (merchant_id, charge_type, line_no desc) where line_no is not null;
create index entries_days on wallet.entries (merchant_id, business_day, line_no desc) where line_no is not null;

create function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'WL004';
end $$;

create trigger entries_stay before update or delete on wallet.entries
  for each row execute function wallet.refuse_change();
create trigger entries_are_kept before truncate on wallet.entries
  for each statement execute function wallet.refuse_change();

do $$
begin
  for part in 0..7 loop
    execute format(
      'create table wallet.entries_%s partition of wallet.entries for values with (modulus 8, remainder %s)', part, part);
    execute format(
      'create trigger entries_are_kept before truncate on wallet.entries_%s
         for each statement execute function wallet.refuse_change()', part);
  end loop;
end $$;

-- A row here stops every money write; reading goes on. Written by the self-check, lifted by staff.
create table wallet.latch (
  id boolean primary key default true check (id),
  reason text not null,
  closed_at timestamptz not null default now()
);

create table wallet.audits (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  passed boolean not null,
  findings jsonb not null
);

-- Opens the accounts a transfer of this merchant needs; only the house's may go below zero.
create function wallet.open_accounts(merchant text, names text[]) returns void language sql as $$
  insert into wallet.accounts (name, merchant_id, may_go_negative)
  select name, case when name like 'rawaj:%' then null else merchant end, name like 'rawaj:%'
  from unnest(names) as wanted (name)
  where not exists (select 1 from wallet.accounts known where known.name = wanted.name)
  order by name
  on conflict do nothing
$$;

-- Takes the merchant's whole wallet for this transaction, so that what follows sees no one else's hand in it.
create function wallet.lock_wallet(merchant text) returns void language plpgsql as $$
begin
  perform wallet.open_accounts(merchant, array[merchant || ':available', merchant || ':reserved']);
  perform 1 from wallet.accounts
  where name in (merchant || ':available', merchant || ':reserved') order by name for update;
end $$;

-- One transfer: locks in name order, once for its key, never below zero, running balances kept.
-- WL001 money writes are stopped · WL002 the key was used for other facts · 23514 not enough money.
create function wallet.transfer(
  p_merchant text, p_key text, p_from text, p_to text, p_amount bigint,
  p_kind text, p_reference text, p_day date, p_at timestamptz
) returns wallet.entries language plpgsql as $$
declare
  own text[] := array[p_merchant || ':available', p_merchant || ':reserved'];
  entry wallet.entries;
  wallet_change bigint;
begin
  if exists (select 1 from wallet.latch) then
    raise exception 'money writes are stopped' using errcode = 'WL001';
  end if;
  perform wallet.open_accounts(p_merchant, own || array[p_from, p_to]);
  perform 1 from wallet.accounts where name = any (own || array[p_from, p_to]) order by name for update;

  select * into entry from wallet.entries where merchant_id = p_merchant and key = p_key;
  if found then
    if (entry.from_account, entry.to_account, entry.amount_halalas, entry.kind, entry.reference, entry.business_day)
      is distinct from (p_from, p_to, p_amount, p_kind, p_reference, p_day) then
      raise exception 'the key % already stands for another transfer', p_key using errcode = 'WL002';
    end if;
    return entry;
  end if;
  if (p_from not like 'rawaj:%' and p_from <> all (own)) or (p_to not like 'rawaj:%' and p_to <> all (own)) then
    raise exception 'a transfer concerns one merchant' using errcode = 'WL003';
  end if;

  update wallet.accounts set balance_halalas = balance_halalas - p_amount where name = p_from
    returning balance_halalas into entry.from_balance_after;
  update wallet.accounts set balance_halalas = balance_halalas + p_amount where name = p_to
    returning balance_halalas into entry.to_balance_after;

  wallet_change := (p_to = any (own))::int - (p_from = any (own))::int;
  entry.charge_type := case wallet_change when 1 then 'deposit' when -1 then 'withdrawal' end;
  if wallet_change <> 0 then
    update wallet.accounts set lines = lines + 1 where name = own[1] returning lines into entry.line_no;
  end if;
  select sum(balance_halalas) into entry.wallet_balance_after from wallet.accounts where name = any (own);

  insert into wallet.entries (
    merchant_id, key, from_account, to_account, amount_halalas, from_balance_after, to_balance_after,
    wallet_balance_after, kind, reference, business_day, created_at, charge_type, line_no)
  values (
    p_merchant, p_key, p_from, p_to, p_amount, entry.from_balance_after, entry.to_balance_after,
    entry.wallet_balance_after, p_kind, p_reference, p_day, p_at, entry.charge_type, entry.line_no)
  returning * into entry;
  return entry;
end $$;

-- What each campaign holds back. The held amounts of a merchant add up to the balance of its reserved account.
create table wallet.reserves (
  merchant_id text not null,
  campaign_id text not null,
  target_halalas bigint not null check (target_halalas >= 0),
  held_halalas bigint not null check (held_halalas >= 0 and held_halalas <= target_halalas),
  -- Counts the moves, for their keys.
  moves bigint not null default 0,
  -- What the merchant calls it, as last told: statements name what money went to.
  title text not null default '',
  primary key (merchant_id, campaign_id)
);

-- What was captured so far for a campaign's Riyadh day; told again, only the difference moves.
create table wallet.captured_days (
  merchant_id text not null,
  campaign_id text not null,
  day date not null,
  total_halalas bigint not null check (total_halalas >= 0),
  -- The part nobody's money covered, owed to the house.
  owed_halalas bigint not null default 0 check (owed_halalas >= 0 and owed_halalas <= total_halalas),
  times bigint not null default 0,
  primary key (merchant_id, campaign_id, day)
);
create index captured_days_by_day on wallet.captured_days (merchant_id, day);

-- How the merchant's free money stands, so that each crossing is announced once.
create table wallet.watches (
  merchant_id text primary key,
  level text not null check (level in ('fine', 'low', 'out'))
);

create table wallet.cards (
  id text primary key,
  merchant_id text not null,
  gateway text not null,
  -- The gateway's token, sealed; its hash finds it again. No card number is ever held.
  sealed_token text not null,
  token_hash text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^\d{4}$'),
  expiry_month int not null check (expiry_month between 1 and 12),
  expiry_year int not null check (expiry_year between 2000 and 2200),
  holder_name text not null,
  name text not null,
  theme text not null check (theme in ('blue', 'red', 'light_purple', 'dark_purple')),
  added_at timestamptz not null,
  removed_at timestamptz,
  constraint cards_token unique (merchant_id, gateway, token_hash)
);
create index cards_of_merchant on wallet.cards (merchant_id, added_at) where removed_at is null;

create table wallet.deposits (
  id text primary key,
  merchant_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  gateway text not null,
  status text not null check (status in ('waiting', 'pending', 'paid', 'failed', 'expired', 'refunded')),
  save_card boolean not null,
  card_id text references wallet.cards (id),
  -- Why the last try failed, in our words.
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- By the machine's clock, for giving up; the two above are business instants.
  opened_at timestamptz not null default now(),
  checks int not null default 0,
  -- When the gateway was last asked about it for a waiting browser: not more often than every two seconds.
  asked_at timestamptz,
  -- When the sweeper looks at it again; null when there is nothing left to wait for.
  next_check_at timestamptz
);
create index deposits_of_merchant on wallet.deposits (merchant_id, created_at desc);
create index deposits_to_check on wallet.deposits (next_check_at) where next_check_at is not null;

-- Tries to pay a deposit: a declined one is followed by another. The gateway's id makes each credit happen once.
create table wallet.payments (
  gateway text not null,
  id text not null,
  deposit_id text not null references wallet.deposits (id),
  merchant_id text not null,
  source text not null check (source in ('form', 'saved_card')),
  state text not null check (state in ('asked', 'pending', 'paid', 'failed', 'refunded', 'disputed')),
  -- Where the cardholder must go to prove who they are.
  action_url text,
  refunded_halalas bigint not null default 0 check (refunded_halalas >= 0),
  failure text,
  created_at timestamptz not null,
  -- When the gateway first showed it to us; until then it is a browser's claim or our own wish.
  confirmed_at timestamptz,
  primary key (gateway, id)
);
create index payments_of_deposit on wallet.payments (deposit_id);

-- Notices of the gateway, kept to be worked on once each.
create table wallet.gateway_notices (
  gateway text not null,
  event_id text not null,
  type text not null,
  payment_id text,
  received_at timestamptz not null default now(),
  primary key (gateway, event_id)
);
create index gateway_notices_by_age on wallet.gateway_notices (received_at);
