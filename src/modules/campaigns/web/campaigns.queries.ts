import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { SortKey, Status, Sync } from "../contract/enums.ts";
import { call } from "./campaigns-calls.ts";

/**
 * Query keys begin with the module's name: a campaign event invalidates all of them. Most hold the language, because
 * the server writes faults and reasons in it.
 */
export const campaignsKeys = {
  all: ["campaigns"] as const,
  list: (language: string, state: ListState) => ["campaigns", "index", language, state] as const,
  running: (language: string) => ["campaigns", "running", language] as const,
  pausedForMoney: (language: string) => ["campaigns", "paused-for-money", language] as const,
  newest: ["campaigns", "newest"] as const,
  campaign: (id: string, language: string) => ["campaigns", "one", id, language] as const,
  plan: (id: string, language: string) => ["campaigns", "plan", id, language] as const,
  drafts: ["campaigns", "drafts"] as const,
  templates: ["campaigns", "templates"] as const,
  adGroup: (id: string, language: string) => ["campaigns", "ad-group", id, language] as const,
};

export type ListState = {
  page: number;
  search: string;
  status?: Status;
  platform?: Platform;
  sync?: Sync;
  sort: SortKey;
  order: "asc" | "desc";
  /** The cursor of this page, when it was reached by turning pages. */
  after?: string;
};
export const pageSize = 10;

/** One page of the list; the old rows stay while the next ones load. */
export function useCampaigns(state: ListState) {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.list(language, state),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { ...state, size: pageSize }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The first `size` active campaigns. */
export const runningCampaignsQuery = (language: string, size: number) =>
  queryOptions({
    queryKey: campaignsKeys.running(language),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { status: "active", size }, signal, quiet: true }),
  });

/** The campaigns that were paused because money ended, at most fifty. */
export function usePausedForMoney() {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.pausedForMoney(language),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", {
        query: { status: "paused", status_reason: "money", size: 50 },
        signal,
        quiet: true,
      }),
    select: ({ items }) =>
      items.filter(({ status, status_reason }) => status === "paused" && status_reason === "money"),
  });
}

/** The merchant's newest campaigns: enough to know whether one was created, and whether one was started. */
export const useNewestCampaigns = () =>
  useQuery({
    queryKey: campaignsKeys.newest,
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { size: 20 }, signal, quiet: true }),
  });

/** The merchant's best plans; their figures change by the day, so a few minutes old is fresh. */
export const templatesQuery = queryOptions({
  queryKey: campaignsKeys.templates,
  queryFn: ({ signal }) => call("GET Clients/Plans/templates", { signal, quiet: true }),
  staleTime: 300_000,
});

/** One campaign with its ad groups and ads. */
export function useCampaign(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.campaign(id, language),
    queryFn: ({ signal }) => call("GET Clients/Campaigns/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
}

export function useAdGroup(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.adGroup(id, language),
    queryFn: ({ signal }) => call("GET Clients/AdGroups/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
}
