import type { CouponGoods, CouponScope } from "../contract/orders.enums.ts";
import type { Discount } from "./order-total.ts";

/** A coupon's terms. Instants are business time; `ends_at` is the first moment at which it is over. */
export type Coupon = Discount & {
  is_active: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  scope: CouponScope;
  max_uses: number | null;
  max_uses_per_merchant: number | null;
  is_first_purchase_only: boolean;
};
/** Uses by paid orders and by those that may still be paid, whatever was bought. */
export type CouponUses = { all: number; by_merchant: number; has_bought: boolean };

export type CouponProblem =
  | "billing.coupon_unknown"
  | "billing.coupon_not_begun"
  | "billing.coupon_ended"
  | "billing.coupon_used_up"
  | "billing.coupon_used_by_you"
  | "billing.coupon_first_purchase"
  | "billing.coupon_other_goods";

/** Why the coupon does not count for this order; null when it does. One that is switched off looks like an unknown one. */
export function findCouponProblem(
  coupon: Coupon | undefined,
  order: { lines: readonly { kind: CouponGoods }[]; uses: CouponUses; now: Date },
): CouponProblem | null {
  const { uses, now } = order;
  if (!coupon?.is_active) return "billing.coupon_unknown";
  if (coupon.starts_at && now < coupon.starts_at) return "billing.coupon_not_begun";
  if (coupon.ends_at && now >= coupon.ends_at) return "billing.coupon_ended";
  if (!isInScope(coupon.scope, order.lines)) return "billing.coupon_other_goods";
  if (coupon.is_first_purchase_only && uses.has_bought) return "billing.coupon_first_purchase";
  if (isReached(coupon.max_uses_per_merchant, uses.by_merchant)) return "billing.coupon_used_by_you";
  if (isReached(coupon.max_uses, uses.all)) return "billing.coupon_used_up";
  return null;
}

const isReached = (limit: number | null, uses: number) => limit !== null && uses >= limit;

const kindsInScope: Record<CouponScope, readonly CouponGoods[]> = {
  all: ["plan", "package", "consultation"],
  plans: ["plan"],
  packages: ["package"],
  consultations: ["consultation"],
};
const isInScope = (scope: CouponScope, lines: readonly { kind: CouponGoods }[]) =>
  lines.every(({ kind }) => kindsInScope[scope].includes(kind));
