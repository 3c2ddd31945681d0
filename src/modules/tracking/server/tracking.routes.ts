import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { trackingCalls } from "../contract/tracking.calls.ts";
import { type AddCouponDeps, addCoupon } from "./add-coupon.ts";
import { type ListAttributedOrdersDeps, listAttributedOrders } from "./list-attributed-orders.ts";
import { listClickDays, presentClickDay } from "./list-click-days.ts";
import { listCoupons } from "./list-coupons.ts";
import { listRestatements } from "./list-restatements.ts";
import { readAttribution } from "./read-attribution.ts";
import { stopCoupon } from "./stop-coupon.ts";

type TrackingDeps = ListAttributedOrdersDeps & AddCouponDeps;

/** The calls about clicks, orders and coupons. The redirect itself is `mountRedirect`: it may run in a process of its own. */
export function mountTracking(app: FastifyInstance, context: HttpContext, deps: TrackingDeps): void {
  const listOrders = listAttributedOrders(deps);
  const add = addCoupon(deps);

  mountCalls(app, context, trackingCalls, {
    "GET Clients/Tracking/clicks": async ({ ctx, query: { campaign_id: campaignId, from, to } }) => ({
      days: (await listClickDays(ctx, { campaignId, from, to })).map(presentClickDay),
    }),
    "GET Clients/Tracking/attribution": ({ ctx, query }) => readAttribution(ctx, query),
    "GET Clients/Tracking/attribution/orders": ({ ctx, query }) => listOrders(ctx, query),
    "GET Clients/Tracking/restatements": ({ ctx, query }) => listRestatements(ctx, query),
    "GET Clients/Tracking/coupons": ({ ctx, query }) => listCoupons(ctx, query),
    "POST Clients/Tracking/coupons": ({ ctx, body }) => add(ctx, body),
    "POST Clients/Tracking/coupons/{id}/stop": ({ ctx, params }) => stopCoupon(ctx, { couponId: params.id }),
  });
}
