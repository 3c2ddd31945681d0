import { defineRefusals } from "#base/shared/refusals.ts";

/** Refusals of orders and their coupons. */
export const ordersRefusals = defineRefusals({
  "billing.package_not_offered": 409,
  "billing.price_changed": 409,
  "billing.order_repeated": 409,
  "billing.payment_of_another_order": 409,
  "billing.card_required": 400,
  "billing.card_expired": 409,
  "billing.total_too_small": 409,
  "billing.too_many_open_payments": 429,
  "billing.refund_too_large": 409,
  "billing.order_not_delivered": 409,
  "billing.coupon_unknown": 409,
  "billing.coupon_not_begun": 409,
  "billing.coupon_ended": 409,
  "billing.coupon_used_up": 409,
  "billing.coupon_used_by_you": 409,
  "billing.coupon_first_purchase": 409,
  "billing.coupon_other_goods": 409,
  "billing.too_many_coupons": 429,
});
