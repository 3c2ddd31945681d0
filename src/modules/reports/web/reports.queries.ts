import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { Breakdown, PlanBreakdown } from "../contract/breakdowns.ts";
import type { ReportsCalls } from "../contract/reports.calls.ts";

const call = makeCaller<ReportsCalls>();

/** The days of a screen of figures: the last so many, or from one to another. */
export type Period = { days: number } | { from: string; to: string };

/** Query keys begin with the module's name: news about figures, stores and campaigns invalidates all of them. */
export const reportsKeys = {
  all: ["reports"] as const,
  custom: ["reports", "custom"] as const,
  home: (days: number) => ["reports", "home", days] as const,
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

/** The merchant's figures of the last `days`; live events load them again. */
export const homeFiguresQuery = (days: number) =>
  queryOptions({
    queryKey: reportsKeys.home(days),
    queryFn: ({ signal }) => call("GET Clients/Reports/home", { query: { days }, signal, quiet: true }),
  });

export const useHomeFigures = (days: number) =>
  useQuery({ ...homeFiguresQuery(days), placeholderData: keepPreviousData });

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
