-- What was there before holds the rules of the migration before as well.
alter table billing.plan_versions validate constraint plan_versions_consultations_check;
alter table consultations.orders validate constraint orders_paid_with_check;
alter table consultations.orders validate constraint orders_voucher;
alter table consultations.orders validate constraint orders_coupon;
