import { z } from "zod";
import { halalasSchema, text } from "#base/shared/contract.ts";

export const couponCode = text(60);

/** Amounts with VAT: the price before the coupon, what it takes, and what is paid. */
export const priceSchema = z.object({
  coupon: z.string(),
  original_price_halalas: halalasSchema,
  discount_halalas: halalasSchema,
  price_halalas: halalasSchema,
});
export type Price = z.output<typeof priceSchema>;

/** Why a coupon does not count, each on the field `coupon`. */
export const couponChecks = [
  "billing.coupon_unknown",
  "billing.coupon_not_begun",
  "billing.coupon_ended",
  "billing.coupon_used_up",
  "billing.coupon_used_by_you",
  "billing.coupon_first_purchase",
  "billing.coupon_other_goods",
  "billing.too_many_coupons",
] as const;
