import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { AudienceSplit, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Breakdown, PlanBreakdown } from "../contract/breakdowns.ts";
import type { HomeComparison } from "../contract/home-scope.ts";
import type { ReportsCalls } from "../contract/reports.calls.ts";

const call = makeCaller<ReportsCalls>();

/** The days of a screen of figures: the last so many, or from one to another. */
export type Period = { days: number } | { from: string; to: string };

/** What home is narrowed by; what is absent leaves nothing out. */
export type HomeScope = Period & { compare?: HomeComparison; store_id?: string; platform?: Platform };

/** Query keys begin with the module's name: news about figures, stores and campaigns invalidates all of them. */
export const reportsKeys = {
  all: ["reports"] as const,
  custom: ["reports", "custom"] as const,
  home: (scope: HomeScope) => ["reports", "home", scope] as const,
  campaign: (id: string, period: Period) => ["reports", "campaign", id, period] as const,
  breakdown: (id: string, by: Breakdown, period: Period) => ["reports", "breakdown", id, by, period] as const,
  audience: (id: string, by: AudienceSplit, period: Period) =>
    ["platform-reports", "audience", id, by, period] as const,
  planBreakdown: (id: string, by: PlanBreakdown, period: Period) =>
    ["reports", "plan-breakdown", id, by, period] as const,
  planAudience: (id: string, by: AudienceSplit, period: Period) =>
    ["platform-reports", "plan-audience", id, by, period] as const,
  plan: (id: string, period: Period) => ["reports", "plan", id, period] as const,
  campaigns: (ids: readonly string[], days: number) => ["reports", "campaigns", days, ...ids] as const,
  anyAttention: ["reports", "attention"] as const,
  attention: (language: string) => ["reports", "attention", language] as const,
  accountPolls: ["reports", "readings"] as const,
};

/** The merchant's figures as home is narrowed; live events load them again. */
export const homeFiguresQuery = (scope: HomeScope) =>
  queryOptions({
    queryKey: reportsKeys.home(scope),
    queryFn: ({ signal }) => call("GET Clients/Reports/home", { query: scope, signal, quiet: true }),
  });

export const useHomeFigures = (scope: HomeScope) =>
  useQuery({ ...homeFiguresQuery(scope), placeholderData: keepPreviousData });

/** One campaign's figures, and its ads'. */
export const useCampaignFigures = (id: string, period: Period) =>
  useQuery({
    queryKey: reportsKeys.campaign(id, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaign/{id}", { params: { id }, query: period, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One campaign's figures by ad group, ad or hour of the day. */
export const useBreakdown = (id: string, by: Breakdown, period: Period) =>
  useQuery({
    queryKey: reportsKeys.breakdown(id, by, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaign/{id}/breakdown", {
        params: { id },
        query: { ...period, by },
        signal,
        quiet: true,
      }),
  });

/** How long the platform's answer about people is shown before it is asked for again, in milliseconds. */
const audienceFreshMs = 15 * 60_000;

/**
 * Who saw a campaign, as its platform says it. Its key is apart from the reports', because live events come often and
 * each read is a call to the platform.
 */
export const useAudience = (id: string, by: AudienceSplit, period: Period) =>
  useQuery({
    queryKey: reportsKeys.audience(id, by, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaign/{id}/audience", {
        params: { id },
        query: { ...period, by },
        signal,
        quiet: true,
      }),
    staleTime: audienceFreshMs,
  });

/** A plan's figures over all its platforms by platform, ad group, ad or hour of the day. */
export const usePlanBreakdown = (id: string, by: PlanBreakdown, period: Period) =>
  useQuery({
    queryKey: reportsKeys.planBreakdown(id, by, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/plan/{id}/breakdown", {
        params: { id },
        query: { ...period, by },
        signal,
        quiet: true,
      }),
  });

/** Who saw a plan's campaigns, as its platforms say it. */
export const usePlanAudience = (id: string, by: AudienceSplit, period: Period) =>
  useQuery({
    queryKey: reportsKeys.planAudience(id, by, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/plan/{id}/audience", {
        params: { id },
        query: { ...period, by },
        signal,
        quiet: true,
      }),
    staleTime: audienceFreshMs,
  });

/** A plan's figures over all its platforms, and each campaign's. */
export const usePlanFigures = (id: string, period: Period) =>
  useQuery({
    queryKey: reportsKeys.plan(id, period),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/plan/{id}", { params: { id }, query: period, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Sums of the campaigns in a list. */
export const useCampaignSums = (ids: readonly string[], days: number) =>
  useQuery({
    queryKey: reportsKeys.campaigns(ids, days),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaigns", { query: { ids: ids.join(","), days }, signal, quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const attentionQuery = (language: string) =>
  queryOptions({
    queryKey: reportsKeys.attention(language),
    queryFn: ({ signal }) => call("GET Clients/Reports/attention", { signal, quiet: true }),
  });

export const useAttention = () => useQuery(attentionQuery(useLanguage()));

/** How current each ad account's figures are. */
export const useAccountPolls = () =>
  useQuery({
    queryKey: reportsKeys.accountPolls,
    queryFn: ({ signal }) => call("GET Clients/Reports/readings", { signal, quiet: true }),
  });

export type Figures = NonNullable<ReturnType<typeof useHomeFigures>["data"]>;
export type Totals = Figures["totals"];
export type BreakdownData = NonNullable<ReturnType<typeof useBreakdown>["data"]>;
export type AccountPoll = NonNullable<ReturnType<typeof useAccountPolls>["data"]>["items"][number];
export type CampaignSums = NonNullable<ReturnType<typeof useCampaignSums>["data"]>["items"][number];
