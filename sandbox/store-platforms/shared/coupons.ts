import type { World } from "../../base/world.ts";
import type { ShopOrder } from "../../economy/ports.ts";
import { computeGoodsTotal, computeTotal, type OrderRecord } from "./model.ts";

/** The discount of a code on the goods. */
export interface UsedCoupon {
  code: string;
  halalas: number;
}

/** The code that every demo shop accepts. */
export const shopCoupon = { code: "RAWAJ10", percent: 10 };

/** The percentage of everyday orders that use the shop's code. */
const WITH_COUPON = 0.12;

/** The code of this order: the typed one, if the shop accepts it; otherwise decided by the random stream. */
export function pickCoupon(
  world: World,
  vendor: string,
  record: OrderRecord,
  shopOrder: ShopOrder,
): UsedCoupon | null {
  const isTaken =
    shopOrder.coupon === undefined
      ? world.random(`${vendor}/coupon`, record.storeId, record.id).chance(WITH_COUPON)
      : shopOrder.coupon?.toUpperCase() === shopCoupon.code;
  if (!isTaken) return null;
  return {
    code: shopCoupon.code,
    halalas: Math.round((computeGoodsTotal(record) * shopCoupon.percent) / 100),
  };
}

/** The order's total, net of its coupon. */
export function computeDiscountedTotal(order: OrderRecord & { coupon: UsedCoupon | null }): number {
  return computeTotal(order) - (order.coupon?.halalas ?? 0);
}
