import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import { useLanguage } from "#base/web/preferences.ts";
import type { ReportsCalls } from "../contract/reports.calls.ts";

const call = makeCaller<ReportsCalls>();

/** The merchant's figures of the last `days`; live events load them again. */
export const homeFiguresQuery = (days: number) =>
  queryOptions({
    queryKey: ["reports", "home", days],
    queryFn: ({ signal }) => call("GET Clients/Reports/home", { query: { days }, signal, quiet: true }),
  });

export const useHomeFigures = (days: number) =>
  useQuery({ ...homeFiguresQuery(days), placeholderData: keepPreviousData });

/** One campaign's figures, and its ads'. */
export const useCampaignFigures = (id: string, days: number) =>
  useQuery({
    queryKey: ["reports", "campaign", id, days],
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaign/{id}", { params: { id }, query: { days }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Sums of the campaigns in a list. */
export const useCampaignSums = (ids: readonly string[], days: number) =>
  useQuery({
    queryKey: ["reports", "campaigns", days, ...ids],
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/campaigns", { query: { ids: ids.join(","), days }, signal, quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const attentionQuery = (language: string) =>
  queryOptions({
    queryKey: ["reports", "attention", language],
    queryFn: ({ signal }) => call("GET Clients/Reports/attention", { signal, quiet: true }),
  });

export const useAttention = () => useQuery(attentionQuery(useLanguage()));

/** How current each ad account's figures are. */
export const useAccountPolls = () =>
  useQuery({
    queryKey: ["reports", "readings"],
    queryFn: ({ signal }) => call("GET Clients/Reports/readings", { signal, quiet: true }),
  });

export type Figures = NonNullable<ReturnType<typeof useHomeFigures>["data"]>;
export type Totals = Figures["totals"];
export type AccountPoll = NonNullable<ReturnType<typeof useAccountPolls>["data"]>["items"][number];
export type CampaignSums = NonNullable<ReturnType<typeof useCampaignSums>["data"]>["items"][number];
