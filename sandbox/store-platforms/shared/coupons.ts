import type { World } from "../../base/world.ts";
import type { ShopOrder } from "../../economy/ports.ts";
import { computeGoodsTotal, computeTotal, type OrderRecord } from "./model.ts";

/** What a code took off the goods. */
export interface UsedCoupon {
  code: string;
  halalas: number;
}

/** The code that every demo shop takes. */
export const shopCoupon = { code: "RAWAJ10", percent: 10 };

/** Of a hundred orders that come by themselves, how many use the shop's code. */
const WITH_COUPON = 0.12;

/** The code this order was bought with: the one that was typed, if the shop takes it; otherwise as luck has it. */
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

/** What the order costs, its coupon taken off. */
export function computeDiscountedTotal(order: OrderRecord & { coupon: UsedCoupon | null }): number {
  return computeTotal(order) - (order.coupon?.halalas ?? 0);
}
