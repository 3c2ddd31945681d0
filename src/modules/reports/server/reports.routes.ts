import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type emptiness, reportsCalls } from "../contract/reports.calls.ts";
import { correctionMs } from "../domain/poll-window.ts";
import { type AttentionDeps, loadAttention } from "./attention.ts";
import {
  findNewestPoll,
  hasAnyFigures,
  loadCampaign,
  loadCampaigns,
  loadHome,
  type Totals,
} from "./figures.ts";
import { findOldestPoll, listAccountPolls, listSilentAccounts } from "./list-account-polls.ts";

export type ReportsDeps = Omit<AttentionDeps, "silentAdAccounts"> & {
  systemClock: Clock;
  worldClock: Clock;
  /** What the merchant has so far: the reason for an empty screen depends on it. */
  setupState(db: Db, merchantId: string): Promise<{ is_connected: boolean; has_campaigns: boolean }>;
  /** The merchant's ad accounts whose figures still change: campaigns run on them, or ran since then. */
  measuredAccountIds(db: Db, merchantId: string, ranAfter: Date): Promise<string[]>;
  ownsCampaign(db: Db, merchantId: string, campaignId: string): Promise<boolean>;
};

export function mountReports(app: FastifyInstance, context: HttpContext, deps: ReportsDeps) {
  mountCalls(app, context, reportsCalls, {
    "GET Clients/Reports/home": async ({ db, session: { merchantId }, query }) => {
      const figures = await loadHome(db, merchantId, query.days, deps.worldClock.now());
      return {
        ...figures,
        as_of: await oldestThatCounts(db, deps, merchantId, figures.as_of),
        emptiness: isEmpty(figures) ? await whyHomeIsEmpty(db, deps, merchantId) : null,
      };
    },

    "GET Clients/Reports/readings": async ({ db, session }) => ({
      items: await listAccountPolls(db, session.merchantId, deps.systemClock.now()),
    }),

    "GET Clients/Reports/campaign/{id}": async ({ db, session: { merchantId }, params, query }) => {
      const figures = await loadCampaign(db, merchantId, params.id, query.days, deps.worldClock.now());
      // Figures are stored by merchant: with some, the campaign is theirs; only without any is that checked.
      const isTheirs = figures.as_of !== null || (await deps.ownsCampaign(db, merchantId, params.id));
      if (!isTheirs) return baseRefusals.refuse("base.not_found");
      return { ...figures, emptiness: isEmpty(figures) ? await whyEmpty(db, merchantId, params.id) : null };
    },

    "GET Clients/Reports/campaigns": async ({ db, session: { merchantId }, query }) => {
      const ids = query.ids.split(",").filter(Boolean).slice(0, 100);
      return {
        as_of: await oldestThatCounts(db, deps, merchantId, await findNewestPoll(db, merchantId)),
        items: await loadCampaigns(db, merchantId, ids, query.days, deps.worldClock.now()),
      };
    },

    "GET Clients/Reports/attention": async ({ db, session }) => ({
      items: await loadAttention(
        db,
        {
          ...deps,
          silentAdAccounts: (from, merchantId) => listSilentAccounts(from, merchantId, deps.worldClock.now()),
        },
        session.merchantId,
      ),
    }),
  });
}

/**
 * Sums are as old as the oldest account in them whose figures still change; when all have ended, as the newest poll.
 */
async function oldestThatCounts(
  db: Db,
  { worldClock, measuredAccountIds }: ReportsDeps,
  merchantId: string,
  newest: string | null,
): Promise<string | null> {
  const ranAfter = new Date(worldClock.now().getTime() - correctionMs);
  const ids = await measuredAccountIds(db, merchantId, ranAfter);
  return (await findOldestPoll(db, merchantId, ids)) ?? newest;
}

const isEmpty = ({ totals }: { totals: Totals }) =>
  totals.impressions === 0 && totals.orders_placed === 0 && totals.orders_unconfirmed === 0;

async function whyHomeIsEmpty(
  db: Db,
  deps: ReportsDeps,
  merchantId: string,
): Promise<(typeof emptiness)[number]> {
  const { is_connected, has_campaigns } = await deps.setupState(db, merchantId);
  if (!is_connected) return "not_connected";
  if (!has_campaigns) return "no_campaigns";
  return whyEmpty(db, merchantId);
}

/** Right after a start the platform reports zeros: figures are pending, which is not a period without any. */
async function whyEmpty(db: Db, merchantId: string, campaignId?: string): Promise<"not_read_yet" | "none"> {
  return (await hasAnyFigures(db, merchantId, campaignId)) ? "none" : "not_read_yet";
}
