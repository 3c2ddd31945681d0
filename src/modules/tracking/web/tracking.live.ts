import { defineLive } from "#base/web/runtime/web-module.ts";
import { couponsKeys } from "./coupons.queries.ts";
import { trackingKeys } from "./tracking.queries.ts";

const coupons = [couponsKeys.all];
const links = [trackingKeys.all];

export const live = defineLive({
  "tracking.coupon_changed": coupons,
  "tracking.coupon_leaked": coupons,
  "tracking.clicks_restated": links,
  "tracking.link_created": links,
  "tracking.link_changed": links,
  "tracking.link_stopped": links,
  "tracking.link_resumed": links,
  "tracking.domain_changed": links,
  "tracking.order_attributed": [...coupons, ...links],
  "tracking.order_unattributed": [...coupons, ...links],
});
