import type { ReadContext } from "#base/server/context.ts";
import type { CouponGoods } from "../../contract/orders.enums.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { findCouponProblem } from "../../domain/coupons.ts";
import { type CouponRow, countCouponUses, findCoupon } from "./coupons.store.ts";

/** The coupon of this code. Refuses one that does not count for the goods, on its field. */
export async function requireCoupon(
  ctx: ReadContext,
  code: string,
  lines: readonly { kind: CouponGoods }[],
): Promise<CouponRow> {
  const coupon = await findCoupon(ctx.db, code);
  const uses = coupon ? await countCouponUses(ctx, coupon.id) : { all: 0, by_merchant: 0, has_bought: false };
  const problem = findCouponProblem(coupon, { lines, uses, now: ctx.now });
  if (problem || !coupon) return ordersRefusals.refuse(problem ?? "billing.coupon_unknown", {}, "coupon");
  return coupon;
}
