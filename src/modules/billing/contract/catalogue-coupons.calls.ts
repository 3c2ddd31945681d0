import { z } from "zod";
import {
  defineCalls,
  followQuery,
  followSchema,
  halalasSchema,
  instant,
  riyadhDay,
  text,
} from "#base/shared/contract.ts";
import { manageCatalogue, readCatalogue, revision } from "./catalogue.ts";
import { isCouponCode, toCouponCode } from "./coupon-code.ts";
import { couponScopes } from "./orders.enums.ts";

const code = text(60)
  .transform(toCouponCode)
  .refine(isCouponCode, { error: "billing:coupon_code_not_valid" });
const percentError = { error: "billing:percent_not_valid" };
const uses = z.number().int().min(1).max(1_000_000).nullable();

/** What staff may change of a coupon. Its code is never changed: orders name it. */
const fields = z.object({
  /** 1,000 is 10 %. A coupon has this or an amount. */
  percent_basis_points: z.number().int().min(1, percentError).max(10_000, percentError).nullable(),
  amount_halalas: z
    .number()
    .int()
    .min(100, { error: "billing:price_too_small" })
    .max(100_000_000, { error: "billing:price_too_large" })
    .nullable(),
  starts_on: riyadhDay.nullable(),
  /** The last day. */
  ends_on: riyadhDay.nullable(),
  scope: z.enum(couponScopes),
  /** Null for no limit. */
  max_uses: uses,
  max_uses_per_merchant: uses,
  is_first_purchase_only: z.boolean(),
  is_active: z.boolean(),
});
export type CouponFields = z.output<typeof fields>;

/** Marks what cannot be together: two effects or none, and an end before the beginning. */
function checkTogether(
  coupon: Pick<CouponFields, "percent_basis_points" | "amount_halalas" | "starts_on" | "ends_on">,
  issues: z.core.$RefinementCtx,
): void {
  const mark = (path: string, message: string) => issues.addIssue({ code: "custom", path: [path], message });
  const isPercent = coupon.percent_basis_points !== null;
  if (isPercent === (coupon.amount_halalas !== null))
    mark(isPercent ? "amount_halalas" : "percent_basis_points", "billing:coupon_one_effect");
  if (coupon.starts_on !== null && coupon.ends_on !== null && coupon.ends_on < coupon.starts_on)
    mark("ends_on", "billing:coupon_ends_before_start");
}

const coupon = z.object({
  id: z.string(),
  revision: z.number().int(),
  code: z.string(),
  percent_basis_points: z.number().int().nullable(),
  amount_halalas: halalasSchema.nullable(),
  starts_on: riyadhDay.nullable(),
  ends_on: riyadhDay.nullable(),
  scope: z.enum(couponScopes),
  max_uses: z.number().int().nullable(),
  max_uses_per_merchant: z.number().int().nullable(),
  is_first_purchase_only: z.boolean(),
  is_active: z.boolean(),
  /** How often something was bought with it. */
  uses: z.number().int(),
  created_at: instant,
});
export type CatalogueCoupon = z.output<typeof coupon>;

export const catalogueCouponsCalls = defineCalls({
  "GET Staff/Billing/coupons": {
    summary: "Coupons with how often each was used, newest first",
    access: readCatalogue,
    query: followQuery,
    answer: followSchema(coupon),
  },
  "POST Staff/Billing/coupons": {
    summary: "Creates a coupon",
    access: manageCatalogue,
    body: fields.extend({ code }).superRefine(checkTogether),
    answer: coupon,
    refusals: ["billing.coupon_code_taken"],
    idempotent: true,
  },
  "PUT Staff/Billing/coupons/{id}": {
    summary: "Changes a coupon; orders that have it keep their discount",
    access: manageCatalogue,
    params: z.object({ id: z.string().min(1).max(64) }),
    body: fields.extend({ revision }).superRefine(checkTogether),
    answer: coupon,
    refusals: ["billing.edited_meanwhile"],
  },
});
