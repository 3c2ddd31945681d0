-- base: an idempotency key is locked and looked up in one statement. Each statement of a function sees what was committed
-- before it, so the look-up finds what the request that held the lock has stored.
create function base.claim_key(key_scope text, claimed_key text)
returns table (call text, body_hash text, response jsonb) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('base.keys:' || key_scope || ':' || claimed_key, 0));
  return query select known.call, known.body_hash, known.response from base.idempotency_keys known
    where known.scope = key_scope and known.key = claimed_key;
end $$;

-- wallet: what the level of the available balance is computed from is read with the lock too. `spent_by_day`: the spend of
-- each whole day from `first_day` on that has any, without today.
drop function wallet.lock_wallet(text);
create function wallet.lock_wallet(merchant text, first_day date, today date)
returns table (
  available_halalas bigint, reserved_halalas bigint, owed_halalas bigint, shortfall_halalas bigint,
  level text, spent_by_day json, has_top_up boolean
) language plpgsql as $$
begin
  perform wallet.lock_accounts(merchant, array[merchant || ':available', merchant || ':reserved']);
  return query select * from wallet.read_level_facts(merchant, first_day, today);
end $$;

-- Inlined into the statement that reads from it.
create function wallet.read_level_facts(merchant text, first_day date, today date)
returns table (
  available_halalas bigint, reserved_halalas bigint, owed_halalas bigint, shortfall_halalas bigint,
  level text, spent_by_day json, has_top_up boolean
) language sql stable as $$
  select funds.*,
    coalesce((select level from wallet.balance_levels where merchant_id = merchant), 'fine'),
    array_to_json(array(
      select sum(total_halalas) from wallet.settled_days
      where merchant_id = merchant and day >= first_day and day < today group by day
    )),
    exists (
      select 1 from wallet.top_up_settings where merchant_id = merchant and is_active and card_id is not null
    )
  from wallet.read_funds(merchant) funds
$$;
