import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { type HttpGround, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type emptiness, reportsCalls } from "../contract/reports.calls.ts";
import { type AttentionDeps, readAttention } from "./attention.ts";
import { newestReading, readCampaign, readCampaigns, readHome } from "./figures.ts";

export type ReportsDeps = AttentionDeps & {
  worldClock: Clock;
  /** What the merchant has so far: tells an empty screen why it is empty. */
  standing(db: Db, merchantId: string): Promise<{ is_connected: boolean; has_campaigns: boolean }>;
  ownsCampaign(db: Db, merchantId: string, campaignId: string): Promise<boolean>;
};

export function mountReports(app: FastifyInstance, ground: HttpGround, deps: ReportsDeps) {
  mountCalls(app, ground, reportsCalls, {
    "GET Clients/Reports/home": async ({ db, session: { merchantId }, query }) => {
      const figures = await readHome(db, merchantId, query.days, deps.worldClock.now());
      const { impressions, orders_placed } = figures.totals;
      const isEmpty = impressions === 0 && orders_placed === 0;
      return { ...figures, emptiness: isEmpty ? await whyEmpty(db, deps, merchantId, figures.as_of) : null };
    },

    "GET Clients/Reports/campaign/{id}": async ({ db, session: { merchantId }, params, query }) => {
      const figures = await readCampaign(db, merchantId, params.id, query.days, deps.worldClock.now());
      // Figures are kept by merchant, so whoever has some owns the campaign; only without any must one ask.
      const isTheirs = figures.as_of !== null || (await deps.ownsCampaign(db, merchantId, params.id));
      return isTheirs ? figures : baseRefusals.refuse("base.not_found");
    },

    "GET Clients/Reports/campaigns": async ({ db, session: { merchantId }, query }) => {
      const ids = query.ids.split(",").filter(Boolean).slice(0, 100);
      return {
        as_of: await newestReading(db, merchantId),
        items: await readCampaigns(db, merchantId, ids, query.days, deps.worldClock.now()),
      };
    },

    "GET Clients/Reports/attention": async ({ db, session }) => ({
      items: await readAttention(db, deps, session.merchantId),
    }),
  });
}

async function whyEmpty(
  db: Db,
  deps: ReportsDeps,
  merchantId: string,
  asOf: string | null,
): Promise<(typeof emptiness)[number]> {
  const { is_connected, has_campaigns } = await deps.standing(db, merchantId);
  if (!is_connected) return "not_connected";
  if (!has_campaigns) return "no_campaigns";
  return asOf === null ? "not_read_yet" : "none";
}
