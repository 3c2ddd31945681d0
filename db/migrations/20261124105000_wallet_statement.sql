-- wallet: the statement by day and reference, kept with each entry, and the months that are sealed after their end.

-- The Riyadh day an entry is booked on: the day it was written, and never before a day that already has a later entry. So
-- a day, and a month, is a range of the merchant's entries, whatever a clock says.
alter table wallet.entries add column booked_day date;
alter table wallet.accounts add column booked_day date;

-- One line of the statement: what one reference moved for one reason on one day. Its single entries lie between its
-- first and its last line number.
create table wallet.statement_days (
  merchant_id text not null,
  day date not null,
  -- The campaign, the deposit or the order; empty when the entries name none.
  reference text not null,
  kind text not null,
  charge_type text not null check (charge_type in ('deposit', 'withdrawal')),
  total_halalas bigint not null check (total_halalas > 0),
  entries bigint not null check (entries > 0),
  first_line bigint not null,
  last_line bigint not null,
  -- The days that the money belongs to: a late report names a day before the one it is booked on.
  first_business_day date not null,
  last_business_day date not null,
  primary key (merchant_id, day, reference, kind, charge_type)
);
-- No index holds a column that a further entry changes, so that updates stay within the page.
create unique index statement_days_first_line on wallet.statement_days (merchant_id, first_line);
create index statement_days_lines on wallet.statement_days (merchant_id, day desc, first_line desc);
create index statement_days_by_reference on wallet.statement_days (merchant_id, reference, day desc, first_line desc);
create index statement_days_by_kind on wallet.statement_days (merchant_id, kind, day desc, first_line desc);

-- The first entry of each booked day, and the wallet's balance before it.
create table wallet.booked_days (
  merchant_id text not null,
  day date not null,
  first_entry_id bigint not null,
  opening_halalas bigint not null,
  primary key (merchant_id, day)
);

-- The merchant's months. The columns of the seal are written once, after the month's end: each seal holds the hash of
-- its entries and of the seal before it, so that an edited past shows.
create table wallet.statement_months (
  merchant_id text not null,
  month date not null check (extract(day from month) = 1),
  first_entry_id bigint not null,
  opening_halalas bigint not null,
  last_entry_id bigint,
  closing_halalas bigint,
  entries bigint,
  entries_hash text,
  previous_hash text,
  hash text,
  sealed_at timestamptz,
  primary key (merchant_id, month),
  constraint statement_months_seal check (num_nulls(last_entry_id, closing_halalas, entries, entries_hash, previous_hash,
    hash, sealed_at) in (0, 7))
);
create index statement_months_open on wallet.statement_months (month, merchant_id) where sealed_at is null;

create function wallet.refuse_unsealing() returns trigger language plpgsql as $$
begin
  if old.sealed_at is not null then
    raise exception 'a sealed month is never changed: % is refused', tg_op using errcode = 'WL005';
  end if;
  return coalesce(new, old);
end $$;
create trigger statement_months_stay before update or delete on wallet.statement_months
  for each row execute function wallet.refuse_unsealing();

-- What the ledger holds so far.
alter table wallet.entries disable trigger entries_stay;
update wallet.entries entry set booked_day = known.booked_day
from (
  select merchant_id, id,
    max((created_at at time zone 'Asia/Riyadh')::date) over (partition by merchant_id order by id) as booked_day
  from wallet.entries
) known
where known.merchant_id = entry.merchant_id and known.id = entry.id;
alter table wallet.entries enable trigger entries_stay;
alter table wallet.entries alter column booked_day set not null;

update wallet.accounts account set booked_day = known.day
from (select merchant_id, max(booked_day) as day from wallet.entries group by merchant_id) known
where account.name = known.merchant_id || ':available';

insert into wallet.statement_days (merchant_id, day, reference, kind, charge_type, total_halalas, entries, first_line,
  last_line, first_business_day, last_business_day)
select merchant_id, booked_day, coalesce(reference, ''), kind, charge_type, sum(amount_halalas), count(*), min(line_no),
  max(line_no), min(business_day), max(business_day)
from wallet.entries where line_no is not null
group by merchant_id, booked_day, coalesce(reference, ''), kind, charge_type;

create function wallet.signed_amount(entry wallet.entries) returns bigint language sql immutable as $$
  select case entry.charge_type when 'deposit' then entry.amount_halalas when 'withdrawal' then -entry.amount_halalas
    else 0 end
$$;

insert into wallet.booked_days (merchant_id, day, first_entry_id, opening_halalas)
select distinct on (merchant_id, booked_day) merchant_id, booked_day, id,
  wallet_balance_after - wallet.signed_amount(entry)
from wallet.entries entry order by merchant_id, booked_day, id;

insert into wallet.statement_months (merchant_id, month, first_entry_id, opening_halalas)
select distinct on (merchant_id, date_trunc('month', day)) merchant_id, date_trunc('month', day)::date, first_entry_id,
  opening_halalas
from wallet.booked_days order by merchant_id, date_trunc('month', day), day;

-- Books an entry: its day, the line of the statement it belongs to, and the beginning of a day or a month. The wallet
-- is locked when an entry is written (`wallet.transfer`), so no other entry of the merchant comes between.
create function wallet.book_entry() returns trigger language plpgsql as $$
declare
  opening bigint := new.wallet_balance_after - wallet.signed_amount(new);
begin
  new.booked_day := greatest((new.created_at at time zone 'Asia/Riyadh')::date,
    (select booked_day from wallet.accounts where name = new.merchant_id || ':available'));
  insert into wallet.booked_days (merchant_id, day, first_entry_id, opening_halalas)
  values (new.merchant_id, new.booked_day, new.id, opening) on conflict do nothing;
  if found then
    update wallet.accounts set booked_day = new.booked_day where name = new.merchant_id || ':available';
    insert into wallet.statement_months (merchant_id, month, first_entry_id, opening_halalas)
    values (new.merchant_id, date_trunc('month', new.booked_day)::date, new.id, opening) on conflict do nothing;
  end if;
  if new.line_no is not null then
    insert into wallet.statement_days as line (merchant_id, day, reference, kind, charge_type, total_halalas, entries,
      first_line, last_line, first_business_day, last_business_day)
    values (new.merchant_id, new.booked_day, coalesce(new.reference, ''), new.kind, new.charge_type, new.amount_halalas,
      1, new.line_no, new.line_no, new.business_day, new.business_day)
    on conflict (merchant_id, day, reference, kind, charge_type) do update set
      total_halalas = line.total_halalas + excluded.total_halalas,
      entries = line.entries + 1,
      last_line = excluded.last_line,
      first_business_day = least(line.first_business_day, excluded.first_business_day),
      last_business_day = greatest(line.last_business_day, excluded.last_business_day);
  end if;
  return new;
end $$;
create trigger entries_are_booked before insert on wallet.entries
  for each row execute function wallet.book_entry();
