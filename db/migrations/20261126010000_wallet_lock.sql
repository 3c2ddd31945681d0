-- wallet: a wallet is locked by an advisory lock of the transaction instead of the rows of its accounts: it writes nothing,
-- and those who wait for it get it in their order. `wallet.transfer` takes it too, so whoever moves money waits for whoever
-- decides about it. It always comes before the rows of the platform's accounts. Two merchants with equal hashes would wait
-- for each other, and nothing else.
create function wallet.lock_key(merchant text) returns bigint language sql immutable as $$
  select hashtextextended('wallet:' || merchant, 0)
$$;

-- Each statement of a function sees what was committed before it, so the facts are those after the wait for the lock.
create or replace function wallet.lock_wallet(merchant text, first_day date, today date)
returns table (
  available_halalas bigint, reserved_halalas bigint, owed_halalas bigint, shortfall_halalas bigint,
  level text, spent_by_day json, has_top_up boolean
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(wallet.lock_key(merchant));
  return query select * from wallet.read_level_facts(merchant, first_day, today);
end $$;

-- The same as before, behind the wallet's lock.
create or replace function wallet.transfer(
  p_merchant text, p_key text, p_from text, p_to text, p_amount bigint,
  p_kind text, p_reference text, p_day date, p_at timestamptz
) returns wallet.entries language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  own text[] := array[p_merchant || ':available', p_merchant || ':reserved'];
  entry wallet.entries;
  wallet_change bigint;
begin
  if exists (select 1 from wallet.write_lock) then
    raise exception 'money writes are stopped' using errcode = 'WL001';
  end if;
  perform pg_advisory_xact_lock(wallet.lock_key(p_merchant));
  perform wallet.lock_accounts(p_merchant, array(select distinct unnest(own || array[p_from, p_to])));

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
