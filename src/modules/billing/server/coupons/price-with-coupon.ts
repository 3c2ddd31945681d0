import type { Context, ReadContext } from "#base/server/context.ts";
import type { CouponGoods } from "../../contract/orders.enums.ts";
import { computeOrderTotal } from "../../domain/order-total.ts";
import { lockCoupon } from "../orders/coupons.store.ts";
import { requireCoupon } from "../orders/require-coupon.ts";
import { insertCouponUse } from "./coupon-uses.store.ts";

/** `gross_halalas`: the price before the coupon, with VAT. */
export type CouponPurchase = { code: string; kind: CouponGoods; gross_halalas: number };
/** What is paid, with VAT, and what the coupon took; both sum to the price. */
export type CouponPrice = { code: string; total_halalas: number; discount_halalas: number };

/** What is left of a price. Refuses a coupon that does not count for it. */
export const priceWithCoupon = async (ctx: ReadContext, purchase: CouponPurchase): Promise<CouponPrice> =>
  (await price(ctx, purchase)).price;

/** Whoever counts the coupon's uses waits for this transaction; the count is made under the lock. */
export async function takeCoupon(
  ctx: Context,
  { subject, ...purchase }: CouponPurchase & { subject: string },
): Promise<CouponPrice> {
  const { couponId } = await price(ctx, purchase);
  await lockCoupon(ctx, couponId);
  const { price: taken } = await price(ctx, purchase);
  await insertCouponUse(ctx, { couponId, subject, discount_halalas: taken.discount_halalas });
  return taken;
}

async function price(ctx: ReadContext, { code, kind, gross_halalas }: CouponPurchase) {
  const coupon = await requireCoupon(ctx, code, [{ kind }]);
  const { total_halalas, discount_halalas } = computeOrderTotal([{ gross_halalas }], coupon);
  return { couponId: coupon.id, price: { code: coupon.code, total_halalas, discount_halalas } };
}
