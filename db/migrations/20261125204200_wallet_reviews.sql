-- The wallet looks for lost events of refunds and chargebacks too, each from a place of its own, as billing does.
create table wallet.reviews (
  name text primary key,
  reviewed_until timestamptz not null
);
insert into wallet.reviews (name, reviewed_until) select 'payments', reviewed_until from wallet.payment_review;
drop table wallet.payment_review;
