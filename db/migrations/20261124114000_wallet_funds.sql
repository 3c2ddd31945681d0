-- wallet: what is in a wallet and what it must cover, in one reading; locking it answers with the same.

-- `shortfall_halalas`: what all holds together lack of their targets. Inlined into the statement that reads from it.
create function wallet.read_funds(merchant text)
returns table (available_halalas bigint, reserved_halalas bigint, owed_halalas bigint, shortfall_halalas bigint)
language sql stable as $$
  select
    coalesce((select balance_halalas from wallet.accounts where name = merchant || ':available'), 0),
    coalesce((select balance_halalas from wallet.accounts where name = merchant || ':reserved'), 0),
    (select coalesce(sum(owed_halalas), 0)::bigint from wallet.receivables
      where merchant_id = merchant and owed_halalas > 0),
    (select coalesce(sum(target_halalas - held_halalas), 0)::bigint from wallet.holds
      where merchant_id = merchant and held_halalas < target_halalas)
$$;

-- Few holds are short: those that are need not be looked for among all that a merchant ever had.
create index holds_short on wallet.holds (merchant_id, subject, purpose) where held_halalas < target_halalas;

-- Locks these accounts in name order, opening those that are missing. A merchant's accounts are missing once in its life,
-- and a function in SQL is planned anew at each call: it is called only then.
create function wallet.lock_accounts(merchant text, names text[]) returns void language plpgsql as $$
declare
  found_accounts int;
begin
  perform 1 from wallet.accounts where name = any (names) order by name for update;
  get diagnostics found_accounts = row_count;
  if found_accounts < cardinality(names) then
    perform wallet.open_accounts(merchant, names);
    perform 1 from wallet.accounts where name = any (names) order by name for update;
  end if;
end $$;

drop function wallet.lock_wallet(text);
-- Takes the merchant's whole wallet for this transaction. Each statement of a function sees what was committed before it,
-- so the funds are those after the wait for the lock.
create function wallet.lock_wallet(merchant text)
returns table (available_halalas bigint, reserved_halalas bigint, owed_halalas bigint, shortfall_halalas bigint)
language plpgsql as $$
begin
  perform wallet.lock_accounts(merchant, array[merchant || ':available', merchant || ':reserved']);
  return query select * from wallet.read_funds(merchant);
end $$;

-- The same as before, with one plan of each statement for a connection: the entries have many partitions, and looking for
-- the right one anew took longer than the look-up.
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
