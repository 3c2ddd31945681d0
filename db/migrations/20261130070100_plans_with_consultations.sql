-- Plans include consultations: so many a month, null without limit.
alter table billing.plan_versions add column consultations int default 0;
alter table billing.plan_versions
  add constraint plan_versions_consultations_check check (consultations >= 0) not valid;

-- An order is paid by the plan, or by a voucher; a reservation of the stock holds either.
-- contracts: wider rules replace these; they allow all that the last release writes
alter table consultations.orders
  drop constraint orders_paid_with_check,
  drop constraint orders_voucher,
  drop constraint orders_coupon;
alter table consultations.orders
  add constraint orders_paid_with_check check (paid_with in ('balance', 'voucher', 'plan', 'free')) not valid,
  add constraint orders_voucher check ((paid_with in ('voucher', 'plan')) = (voucher_reservation is not null)) not valid,
  add constraint orders_coupon check (coupon_code is null or paid_with not in ('voucher', 'plan')) not valid;
