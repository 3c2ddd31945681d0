import type { ReadContext } from "#base/server/context.ts";
import type { StoreAccess } from "./store-access.ts";
import type { CouponSpec, StoreCoupon } from "./store-platform.port.ts";

/**
 * Coupons in the merchant's stores, through their platforms. Each call throws the port's faults, `reconnect` also for a
 * store that is not connected or another merchant's. Never call them inside a transaction.
 */
export function makeStoreCoupons(access: StoreAccess) {
  const toStore = ({ actor }: ReadContext, storeId: string) => ({
    id: storeId,
    merchant_id: actor.merchantId,
  });
  return {
    createCoupon: (
      ctx: ReadContext,
      { storeId, spec }: { storeId: string; spec: CouponSpec },
    ): Promise<StoreCoupon> =>
      access.use(toStore(ctx, storeId), (platform, credential) => platform.createCoupon(credential, spec)),

    findCoupon: (
      ctx: ReadContext,
      { storeId, code }: { storeId: string; code: string },
    ): Promise<StoreCoupon | null> =>
      access.use(toStore(ctx, storeId), (platform, credential) => platform.findCoupon(credential, code)),

    stopCoupon: (
      ctx: ReadContext,
      { storeId, coupon }: { storeId: string; coupon: CouponSpec & { externalId: string } },
    ): Promise<void> =>
      access.use(toStore(ctx, storeId), (platform, credential) => platform.stopCoupon(credential, coupon)),
  };
}
