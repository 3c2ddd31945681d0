import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { reportsCalls } from "../contract/reports.calls.ts";
import { type AttentionDeps, loadAttention } from "./attention.ts";
import { type LedgerDeps, ledgerHandlers } from "./ledger.routes.ts";
import { type AudienceDeps, loadAudience } from "./load-audience.ts";
import { type BreakdownDeps, loadBreakdown } from "./load-breakdown.ts";
import { loadPlanReport, type PlanDeps } from "./load-plan-report.ts";
import {
  type LoadReportsDeps,
  loadCampaignReport,
  loadCampaignsReport,
  loadHomeReport,
} from "./load-reports.ts";
import { type OrdersRoutesDeps, ordersHandlers } from "./orders/orders.routes.ts";
import { mountProofVerifier } from "./proof-verifier.ts";
import { type TruthRoutesDeps, truthHandlers } from "./truth/truth.routes.ts";

export type ReportsDeps = LoadReportsDeps &
  AudienceDeps &
  BreakdownDeps &
  PlanDeps &
  AttentionDeps &
  LedgerDeps &
  TruthRoutesDeps &
  OrdersRoutesDeps;

export function mountReports(app: FastifyInstance, context: HttpContext, deps: ReportsDeps) {
  const home = loadHomeReport(deps);
  const campaign = loadCampaignReport(deps);
  const campaigns = loadCampaignsReport(deps);
  const breakdown = loadBreakdown(deps);
  const audience = loadAudience(deps);
  const plan = loadPlanReport(deps);
  const attention = loadAttention(deps);
  mountProofVerifier(app);

  mountCalls(app, context, reportsCalls, {
    "GET Clients/Reports/home": ({ ctx, query }) => home(ctx, query),
    "GET Clients/Reports/readings": ({ ctx }) => deps.figures.listAccountPolls(ctx),
    "GET Clients/Reports/campaign/{id}": ({ ctx, params, query }) =>
      campaign(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/campaign/{id}/breakdown": ({ ctx, params, query }) =>
      breakdown(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/campaign/{id}/audience": ({ ctx, params, query }) =>
      audience(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/plan/{id}": ({ ctx, params, query }) => plan(ctx, { planId: params.id, ...query }),
    "GET Clients/Reports/campaigns": ({ ctx, query }) => campaigns(ctx, query),
    "GET Clients/Reports/attention": ({ ctx }) => attention(ctx),
    ...ledgerHandlers(deps),
    ...truthHandlers(deps),
    ...ordersHandlers(deps),
  });
}
