import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { trackingCalls } from "../contract/tracking.calls.ts";
import { listClickDays, presentClickDay } from "./list-click-days.ts";

/** The calls about clicks. The redirect itself is `mountRedirect`: it may run in a process of its own. */
export function mountTracking(app: FastifyInstance, context: HttpContext): void {
  mountCalls(app, context, trackingCalls, {
    "GET Clients/Tracking/clicks": async ({ ctx, query: { campaign_id: campaignId, from, to } }) => ({
      days: (await listClickDays(ctx, { campaignId, from, to })).map(presentClickDay),
    }),
  });
}
