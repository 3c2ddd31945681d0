-- What merchants owe, debt by debt, so that new money settles it first and it never silences the next end of money.

-- Spend or a refund that the wallet did not hold. Settled from new money in the order of its numbers.
create table wallet.receivables (
  merchant_id text not null,
  number bigint not null,
  kind text not null check (kind in ('ad_spend', 'refund')),
  -- The campaign that spent it, or the deposit that went back after it was spent.
  reference text not null,
  day date not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  owed_halalas bigint not null check (owed_halalas between 0 and amount_halalas),
  -- Counts the settlements, for their keys.
  settlements bigint not null default 0,
  primary key (merchant_id, number)
);
create index receivables_open on wallet.receivables (merchant_id, number) where owed_halalas > 0;

insert into wallet.receivables (merchant_id, number, kind, reference, day, amount_halalas, owed_halalas)
select merchant_id, row_number() over (partition by merchant_id order by day, kind, reference), kind, reference, day, owed, owed
from (
  select merchant_id, 'ad_spend' as kind, campaign_id as reference, day, owed_halalas as owed
  from wallet.captured_days where owed_halalas > 0
  union all
  select merchant_id, 'refund', reference, business_day, amount_halalas
  from wallet.entries where kind = 'shortage' and to_account like 'rawaj:gateway:%'
) known;
alter table wallet.captured_days drop column owed_halalas;

-- A level that had stuck at `out` must not silence the next end of money: it is computed anew with the next movement.
update wallet.watches set level = 'fine' where level = 'out';

-- How much of the deposit settled what was owed.
alter table wallet.deposits add column owed_settled_halalas bigint not null default 0;
