-- Standard names in the wallet and the merchants' sign-in. Stop the application before it: running code knows the old names.

-- wallet: the write lock. Its name stands in the body of wallet.transfer, which is re-created below.
alter table wallet.latch rename to write_lock;
alter table wallet.write_lock rename column closed_at to locked_at;
alter index wallet.latch_pkey rename to write_lock_pkey;

create or replace function wallet.transfer(
  p_merchant text, p_key text, p_from text, p_to text, p_amount bigint,
  p_kind text, p_reference text, p_day date, p_at timestamptz
) returns wallet.entries language plpgsql as $$
declare
  own text[] := array[p_merchant || ':available', p_merchant || ':reserved'];
  entry wallet.entries;
  wallet_change bigint;
begin
  if exists (select 1 from wallet.write_lock) then
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

-- wallet: settled spend, balance levels, platform accounts
alter table wallet.captured_days rename to settled_days;
alter table wallet.settled_days rename column times to revision;
alter index wallet.captured_days_pkey rename to settled_days_pkey;
alter index wallet.captured_days_by_day rename to settled_days_by_day;
alter table wallet.watches rename to balance_levels;
alter index wallet.watches_pkey rename to balance_levels_pkey;
alter index wallet.entries_from_house rename to entries_from_platform_account;
alter index wallet.entries_to_house rename to entries_to_platform_account;

-- wallet: deposits, payments, webhook
alter table wallet.deposits rename column asked_at to last_checked_at;
alter table wallet.payments drop constraint payments_state_check;
update wallet.payments set state = 'requested' where state = 'asked';
alter table wallet.payments add constraint payments_state_check
  check (state in ('requested', 'pending', 'paid', 'failed', 'refunded', 'disputed'));
alter table wallet.gateway_notices rename to gateway_events;
alter index wallet.gateway_notices_pkey rename to gateway_events_pkey;
alter index wallet.gateway_notices_by_age rename to gateway_events_by_age;
alter table wallet.webhook_subscriptions rename column code_asked_at to code_requested_at;

-- merchants: code sends and failed attempts
alter table merchants.code_sends rename column asked_at to requested_at;
alter table merchants.wrong_tries rename to failed_attempts;
alter index merchants.wrong_tries_pkey rename to failed_attempts_pkey;
alter index merchants.wrong_tries_by_age rename to failed_attempts_by_age;
alter table merchants.address_tries rename to address_failures;
alter table merchants.address_failures rename column tries to failures;
alter index merchants.address_tries_pkey rename to address_failures_pkey;
alter index merchants.address_tries_by_age rename to address_failures_by_age;
