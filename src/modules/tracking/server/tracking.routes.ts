import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { trackingCalls } from "../contract/tracking.calls.ts";
import { listClickDays, listLinks, loadLink } from "./list-links.ts";
import { setLinkStopped } from "./stop-link.ts";

export type TrackingDeps = { db: Db; worldClock: Clock; publicUrl: string };

/** The module's calls. The redirect itself is `mountRedirect`: it may run in a process of its own. */
export function mountTracking(app: FastifyInstance, context: HttpContext, deps: TrackingDeps): void {
  const { publicUrl } = deps;
  mountCalls(app, context, trackingCalls, {
    "GET Clients/Tracking/index": ({ session, db, query }) =>
      listLinks(db, publicUrl, session.merchantId, query),
    "GET Clients/Tracking/clicks": async ({ session, db, query: { campaign_id, from, to } }) => {
      const campaigns = campaign_id === undefined ? null : [campaign_id];
      const days = await listClickDays(db, session.merchantId, campaigns, from, to);
      return {
        days: days.map(({ valid_clicks, bot_clicks, ...day }) => ({
          ...day,
          clicks: valid_clicks,
          bot_clicks,
        })),
      };
    },
    "POST Clients/Tracking/{id}/stop": async ({ session, db, params }) => {
      await setLinkStopped(deps, session.merchantId, params.id, true);
      return loadLink(db, publicUrl, session.merchantId, params.id);
    },
    "POST Clients/Tracking/{id}/resume": async ({ session, db, params }) => {
      await setLinkStopped(deps, session.merchantId, params.id, false);
      return loadLink(db, publicUrl, session.merchantId, params.id);
    },
  });
}
