-- Consultations are bought with a coupon or a voucher too.
alter table billing.coupons drop constraint coupons_scope_check,
  add constraint coupons_scope_check check (scope in ('all', 'plans', 'packages', 'consultations'));

-- Uses of coupons for what other modules sell; those for plans and packages stand with the orders.
create table billing.coupon_uses (
  merchant_id text not null,
  -- What was bought with it.
  subject text not null,
  coupon_id text not null references billing.coupons (id),
  discount_halalas bigint not null check (discount_halalas >= 0),
  state text not null check (state in ('taken', 'returned')),
  taken_at timestamptz not null,
  returned_at timestamptz,
  primary key (merchant_id, subject),
  constraint coupon_uses_returned check ((state = 'returned') = (returned_at is not null))
);
create index coupon_uses_by_coupon on billing.coupon_uses (coupon_id) where state = 'taken';

alter table consultations.orders
  -- 'free': a coupon took all of the price.
  add column paid_with text not null default 'balance' check (paid_with in ('balance', 'voucher', 'free')),
  -- Where the money or the voucher is.
  add column payment_state text check (payment_state in ('held', 'earned', 'returned')),
  add column coupon_code text,
  -- The unit of the services' stock that is set aside.
  add column voucher_reservation text;
update consultations.orders set payment_state =
  case when held_halalas > 0 then 'held' when earned_halalas > 0 then 'earned' else 'returned' end;
alter table consultations.orders
  alter column paid_with drop default,
  alter column payment_state set not null,
  drop constraint orders_price_halalas_check,
  drop constraint orders_ended,
  add constraint orders_price check (price_halalas >= 0 and original_price_halalas > 0),
  add constraint orders_paid_with check ((paid_with = 'balance') = (price_halalas > 0)),
  add constraint orders_voucher check ((paid_with = 'voucher') = (voucher_reservation is not null)),
  add constraint orders_coupon check (coupon_code is null or paid_with <> 'voucher'),
  add constraint orders_free check (paid_with <> 'free' or coupon_code is not null),
  add constraint orders_payment_state check (
    held_halalas = case when payment_state = 'held' then price_halalas else 0 end
    and earned_halalas = case when payment_state = 'earned' then price_halalas else 0 end),
  add constraint orders_ended
    check ((status in ('rejected', 'cancelled', 'completed', 'deleted')) = (payment_state <> 'held'));
