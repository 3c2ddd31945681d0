import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { reportsCalls } from "../contract/reports.calls.ts";
import { type AttentionDeps, loadAttention } from "./attention.ts";
import { customReportsHandlers } from "./custom/custom.routes.ts";
import type { CustomDeps } from "./custom/custom-deps.ts";
import { type LedgerDeps, ledgerHandlers } from "./ledger.routes.ts";
import { type AudienceDeps, loadAudience } from "./load-audience.ts";
import { type BreakdownDeps, loadBreakdown, loadPlanBreakdown } from "./load-breakdown.ts";
import { loadHomeCampaigns } from "./load-home-campaigns.ts";
import { type HomeChangesDeps, loadHomeChanges } from "./load-home-changes.ts";
import { loadHomeReport } from "./load-home-report.ts";
import { loadPlanAudience } from "./load-plan-audience.ts";
import { loadPlanReport, type PlanDeps } from "./load-plan-report.ts";
import { type LoadReportsDeps, loadCampaignReport, loadCampaignsReport } from "./load-reports.ts";
import { type OrdersRoutesDeps, ordersHandlers } from "./orders/orders.routes.ts";
import { mountProofVerifier } from "./proof-verifier.ts";
import { reportTableHandlers, type TableDeps } from "./report-tables.routes.ts";
import { type TruthRoutesDeps, truthHandlers } from "./truth/truth.routes.ts";

export type ReportsDeps = LoadReportsDeps &
  HomeChangesDeps &
  AudienceDeps &
  BreakdownDeps &
  PlanDeps &
  AttentionDeps &
  LedgerDeps &
  TableDeps &
  TruthRoutesDeps &
  OrdersRoutesDeps & { custom: CustomDeps };

export function mountReports(app: FastifyInstance, context: HttpContext, deps: ReportsDeps) {
  const home = loadHomeReport(deps);
  const campaign = loadCampaignReport(deps);
  const campaigns = loadCampaignsReport(deps);
  const breakdown = loadBreakdown(deps);
  const audience = loadAudience(deps);
  const plan = loadPlanReport(deps);
  const planBreakdown = loadPlanBreakdown(deps);
  const planAudience = loadPlanAudience(deps);
  const attention = loadAttention(deps);
  mountProofVerifier(app);

  mountCalls(app, context, reportsCalls, {
    "GET Clients/Reports/home": ({ ctx, query }) => home(ctx, query),
    "GET Clients/Reports/home-changes": ({ ctx, query }) => loadHomeChanges(deps)(ctx, query),
    "GET Clients/Reports/home-campaigns": ({ ctx, query }) => loadHomeCampaigns(deps)(ctx, query),
    "GET Clients/Reports/readings": ({ ctx }) => deps.figures.listAccountPolls(ctx),
    "GET Clients/Reports/campaign/{id}": ({ ctx, params, query }) =>
      campaign(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/campaign/{id}/breakdown": ({ ctx, params, query }) =>
      breakdown(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/campaign/{id}/audience": ({ ctx, params, query }) =>
      audience(ctx, { campaignId: params.id, ...query }),
    "GET Clients/Reports/plan/{id}": ({ ctx, params, query }) => plan(ctx, { planId: params.id, ...query }),
    "GET Clients/Reports/plan/{id}/breakdown": ({ ctx, params, query }) =>
      planBreakdown(ctx, { planId: params.id, ...query }),
    "GET Clients/Reports/plan/{id}/audience": ({ ctx, params, query }) =>
      planAudience(ctx, { planId: params.id, ...query }),
    "GET Clients/Reports/campaigns": ({ ctx, query }) => campaigns(ctx, query),
    "GET Clients/Reports/attention": ({ ctx }) => attention(ctx),
    ...ledgerHandlers(deps),
    ...customReportsHandlers(deps.custom),
    ...reportTableHandlers(deps),
    ...truthHandlers(deps),
    ...ordersHandlers(deps),
  });
}
