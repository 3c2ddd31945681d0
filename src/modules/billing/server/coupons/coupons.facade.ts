import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { limitCoupons } from "../orders/limit-coupons.ts";
import { returnCouponUse } from "./coupon-uses.store.ts";
import { type CouponPrice, type CouponPurchase, priceWithCoupon, takeCoupon } from "./price-with-coupon.ts";

export type { CouponPrice };

/** Coupons of what other modules sell. */
export interface CouponsFacade {
  /** Counts a code that a merchant tries, before anything else of the request. Refuses `billing.too_many_coupons`. */
  limitCoupons(ctx: ReadContext, code: string | undefined): Promise<void>;
  /** What is left of a price. Stores nothing; refuses a coupon that does not count, on the field `coupon`. */
  priceWithCoupon(ctx: ReadContext, purchase: CouponPurchase): Promise<CouponPrice>;
  /** Takes one use of the coupon for a subject, in the caller's transaction; refuses as `priceWithCoupon` does. */
  takeCoupon(ctx: Context, purchase: CouponPurchase & { subject: string }): Promise<CouponPrice>;
  /** The purchase ended without a sale: its use is free again. Nothing happens without one. */
  returnCoupon(ctx: Context, subject: string): Promise<void>;
}

export const makeCouponsFacade = (deps: { systemClock: Clock }): CouponsFacade => ({
  limitCoupons: limitCoupons(deps),
  priceWithCoupon,
  takeCoupon,
  returnCoupon: returnCouponUse,
});
