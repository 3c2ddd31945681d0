import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CatalogueCoupon, CouponFields } from "../../contract/catalogue-coupons.calls.ts";
import { fromLimit, type Limit, requireLimit, requireNumber, toLimit } from "./limit-field.tsx";

/** Everything that a coupon's form writes. */
export const couponFields = [
  "percent_basis_points",
  "amount_halalas",
  "starts_on",
  "ends_on",
  "scope",
  "max_uses",
  "max_uses_per_merchant",
  "is_first_purchase_only",
  "is_active",
] as const;

/** What a coupon takes off. */
export const effects = ["percent_basis_points", "amount_halalas"] as const;
type Effect = (typeof effects)[number];

/** A coupon as its form holds it. Of the two effects only the chosen one counts. */
export type CouponValues = Pick<CatalogueCoupon, "code" | "scope" | "is_first_purchase_only" | "is_active"> &
  Record<Effect, number | null> & {
    effect: Effect;
    starts_on: RiyadhDay | null;
    ends_on: RiyadhDay | null;
    max_uses: Limit;
    max_uses_per_merchant: Limit;
  };

/** The coupon's own values. A new one is for one use of each merchant. */
export const toCouponValues = (coupon: CatalogueCoupon | null): CouponValues => ({
  code: coupon?.code ?? "",
  effect: coupon?.amount_halalas == null ? "percent_basis_points" : "amount_halalas",
  percent_basis_points: coupon?.percent_basis_points ?? null,
  amount_halalas: coupon?.amount_halalas ?? null,
  starts_on: (coupon?.starts_on ?? null) as RiyadhDay | null,
  ends_on: (coupon?.ends_on ?? null) as RiyadhDay | null,
  scope: coupon?.scope ?? "all",
  max_uses: toLimit(coupon?.max_uses),
  max_uses_per_merchant: toLimit(coupon ? coupon.max_uses_per_merchant : 1),
  is_first_purchase_only: coupon?.is_first_purchase_only ?? false,
  is_active: coupon?.is_active ?? true,
});

/** What a call takes of a coupon. */
export const toCouponFields = (coupon: CatalogueCoupon): CouponFields =>
  Object.fromEntries(couponFields.map((field) => [field, coupon[field]])) as CouponFields;

/** What a call takes of a form that was found complete. */
export const readCouponValues = ({ code: _, effect, ...values }: CouponValues): CouponFields => ({
  ...values,
  percent_basis_points: effect === "percent_basis_points" ? values.percent_basis_points : null,
  amount_halalas: effect === "amount_halalas" ? values.amount_halalas : null,
  max_uses: fromLimit(values.max_uses),
  max_uses_per_merchant: fromLimit(values.max_uses_per_merchant),
});

const requireEffect =
  (effect: Effect) =>
  (value: number | null, values: CouponValues): string | null =>
    values.effect === effect ? requireNumber(value) : null;

/** Numbers that must be typed; everything else is checked by the server. */
export const couponRules = {
  percent_basis_points: requireEffect("percent_basis_points"),
  amount_halalas: requireEffect("amount_halalas"),
  max_uses: requireLimit,
  max_uses_per_merchant: requireLimit,
};
