-- The value that the platform should have instead of the one it was told, after a refund or a cancellation; null while it
-- has the right one.
alter table conversions.purchases add column restate_to_halalas bigint;
create index purchases_to_restate on conversions.purchases (merchant_id, ad_account_id, occurred_at, order_id)
  where restate_to_halalas is not null and status = 'accepted';

-- A request that corrects values of purchases which were counted before.
alter table conversions.requests add column is_restatement boolean not null default false;

-- Values of purchases that were corrected on this day.
alter table conversions.days add column restated int not null default 0;
