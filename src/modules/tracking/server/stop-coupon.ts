import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { CouponAnswer } from "../contract/coupons.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { endCoupon, lockCoupon } from "./coupons.store.ts";
import { loadCoupon } from "./list-coupons.ts";
import { withdrawCouponJob } from "./tracking.job-definitions.ts";

/**
 * The coupon is no longer the campaign's from now on; orders that used it before stay credited. One that we created is
 * switched off in the store by a job. Repeating the call changes nothing. Refuses `tracking.coupon_not_found`.
 */
export function stopCoupon(ctx: ReadContext, { couponId }: { couponId: string }): Promise<CouponAnswer> {
  return transact(ctx, async (ctx) => {
    const coupon = await lockCoupon(ctx, couponId);
    if (!coupon) return trackingRefusals.refuse("tracking.coupon_not_found");
    if (coupon.owned_until !== null) return loadCoupon(ctx, { couponId });
    const isCreated = coupon.source === "created";
    await endCoupon(ctx, { couponId, status: isCreated ? "stopping" : "stopped" });
    if (isCreated)
      await ctx.tx.enqueue(withdrawCouponJob, { coupon_id: couponId, merchant_id: ctx.actor.merchantId });
    const { campaign_id, code } = coupon;
    await recordAudit(ctx, {
      module: "tracking",
      action: "tracking.coupon_stopped",
      subject: couponId,
      before: { campaign_id, code },
    });
    await ctx.tx.publish({
      name: "tracking.coupon_changed",
      merchant_id: ctx.actor.merchantId,
      coupon_id: couponId,
      campaign_id,
    });
    return loadCoupon(ctx, { couponId });
  });
}
