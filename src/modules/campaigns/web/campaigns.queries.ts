import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { call } from "./campaigns-calls.ts";
import { type ListState, toFilterQuery, toListQuery } from "./list/list-state.ts";

/**
 * Query keys begin with the module's name: a campaign event invalidates all of them. Most hold the language, because
 * the server writes faults and reasons in it.
 */
export const campaignsKeys = {
  all: ["campaigns"] as const,
  anyList: ["campaigns", "index"] as const,
  anyTotals: ["campaigns", "totals"] as const,
  list: (language: string, query: object) => ["campaigns", "index", language, query] as const,
  totals: (query: object) => ["campaigns", "totals", query] as const,
  views: ["campaigns", "views"] as const,
  preview: (language: string, body: object | null) => ["campaigns", "preview", language, body] as const,
  running: (language: string) => ["campaigns", "running", language] as const,
  pausedForMoney: (language: string) => ["campaigns", "paused-for-money", language] as const,
  newest: ["campaigns", "newest"] as const,
  choosable: ["campaigns", "choosable"] as const,
  campaign: (id: string, language: string) => ["campaigns", "one", id, language] as const,
  changes: (id: string, language: string) => ["campaigns", "changes", id, language] as const,
  planChanges: (id: string, language: string) => ["campaigns", "plan-changes", id, language] as const,
  anyPlan: ["campaigns", "plan"] as const,
  plan: (id: string, language: string) => ["campaigns", "plan", id, language] as const,
  drafts: ["campaigns", "drafts"] as const,
  templates: ["campaigns", "templates"] as const,
  storeWatch: ["campaigns", "store-watch"] as const,
  pausedForStore: (language: string) => ["campaigns", "paused-for-store", language] as const,
  adGroup: (id: string, language: string) => ["campaigns", "ad-group", id, language] as const,
};

/** One page of the list; the old rows stay while the next ones load. */
export function useCampaigns(state: ListState) {
  const language = useLanguage();
  const query = toListQuery(state, useToday());
  return useQuery({
    queryKey: campaignsKeys.list(language, query),
    queryFn: ({ signal }) => call("GET Clients/Campaigns/index", { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The sums of all that the list finds; turning pages or sorting does not ask again. */
export function useTotals(state: ListState) {
  const query = toFilterQuery(state, useToday());
  return useQuery({
    queryKey: campaignsKeys.totals(query),
    queryFn: ({ signal }) => call("GET Clients/Campaigns/totals", { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The member's saved views, with the number of campaigns in each and in the list's own. */
export const useViews = () =>
  useQuery({
    queryKey: campaignsKeys.views,
    queryFn: ({ signal }) => call("GET Clients/CampaignViews/index", { signal, quiet: true }),
  });

const useToday = () => toRiyadhDay(useNow());

/** The first `size` active campaigns. */
export const runningCampaignsQuery = (
  language: string,
  size: number,
  narrow: { store_id?: string; platform?: Platform } = {},
) =>
  queryOptions({
    queryKey: [...campaignsKeys.running(language), narrow],
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", {
        query: { status: "active", size, ...narrow },
        signal,
        quiet: true,
      }),
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

/** The campaigns that were paused because their store is closed or not connected, at most fifty. */
export function usePausedForStore() {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.pausedForStore(language),
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", {
        query: { status: "paused", status_reason: "store", size: 50 },
        signal,
        quiet: true,
      }),
    select: ({ items }) =>
      items.filter(({ status, status_reason }) => status === "paused" && status_reason === "store"),
  });
}

/** The merchant's stores: whether each is open, and what happens to its campaigns when it is not. */
export const useStoreWatch = () =>
  useQuery({
    queryKey: campaignsKeys.storeWatch,
    queryFn: ({ signal }) => call("GET Clients/StoreWatch/index", { signal, quiet: true }),
    select: ({ items }) => items,
  });

/** A plan with its campaigns and the proposal for its budget; campaign events refresh it. */
export const planQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: campaignsKeys.plan(id, language),
    queryFn: ({ signal }) => call("GET Clients/Plans/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });

export const usePlan = (id: string) => useQuery(planQuery(id, useLanguage()));

/** No event says that a platform does not answer: a screen that waits for one also asks now and then. */
const followMs = 4_000;
const isSending = ({ status, sync }: CampaignDetails) => status === "active" && sync === "pending";

/** A plan, followed until its platforms have confirmed what runs. */
export const useFollowedPlan = (id: string) =>
  useQuery({
    ...planQuery(id, useLanguage()),
    refetchInterval: ({ state }) => (state.data?.campaigns.some(isSending) ? followMs : false),
  });

type ReadPage<Page> = (page: { query: { before?: number }; signal: AbortSignal }) => Promise<Page>;

/** A change log, page after page, the newest change first. */
const useChangeLog = <Page extends { next: number | null }>(queryKey: QueryKey, read: ReadPage<Page>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: Page) => next,
  });

/** A campaign's change log. */
export const useChanges = (id: string) =>
  useChangeLog(campaignsKeys.changes(id, useLanguage()), (page) =>
    call("GET Clients/Campaigns/{id}/changes", { params: { id }, ...page, quiet: true }),
  );

/** The same for a plan with all its campaigns. */
export const usePlanChanges = (id: string) =>
  useChangeLog(campaignsKeys.planChanges(id, useLanguage()), (page) =>
    call("GET Clients/Plans/{id}/changes", { params: { id }, ...page, quiet: true }),
  );

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

/** The merchant's newest campaigns, to choose some of them. */
export const useChoosableCampaigns = () =>
  useQuery({
    queryKey: campaignsKeys.choosable,
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { size: 50 }, signal, quiet: true }),
  });

const campaignQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: campaignsKeys.campaign(id, language),
    queryFn: ({ signal }) => call("GET Clients/Campaigns/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });

/** One campaign with its ad groups and ads. */
export const useCampaign = (id: string) => useQuery(campaignQuery(id, useLanguage()));

/** The same, followed until its platform has confirmed that it runs. */
export const useFollowedCampaign = (id: string) =>
  useQuery({
    ...campaignQuery(id, useLanguage()),
    refetchInterval: ({ state }) => (state.data && isSending(state.data) ? followMs : false),
  });

export function useAdGroup(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.adGroup(id, language),
    queryFn: ({ signal }) => call("GET Clients/AdGroups/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
}
