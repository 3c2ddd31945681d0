import { defineRefusals } from "#base/shared/refusals.ts";

/** What staff are refused who edit the catalogue. */
export const catalogueRefusals = defineRefusals({
  "billing.edited_meanwhile": 409,
  "billing.plan_code_taken": 409,
  "billing.coupon_code_taken": 409,
  "billing.too_many_packages": 409,
  "billing.price_not_rising": 400,
  "billing.price_above_months": 400,
});
