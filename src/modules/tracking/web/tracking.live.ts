import { defineLive } from "#base/web/runtime/web-module.ts";
import { couponsKeys } from "./coupons.queries.ts";

const coupons = [couponsKeys.all];

export const live = defineLive({
  "tracking.coupon_changed": coupons,
  "tracking.coupon_leaked": coupons,
  "tracking.order_attributed": coupons,
  "tracking.order_unattributed": coupons,
});
