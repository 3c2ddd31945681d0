import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import { useLanguage } from "#base/web/preferences.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignsCalls } from "../contract/campaigns.calls.ts";
import type { SortKey, Status, Sync } from "../contract/enums.ts";

export const call = makeCaller<CampaignsCalls>();
/** Events about campaigns invalidate everything under this key. */
export const queryRoot = "campaigns";

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

/** One page of the list; the old rows stay while the next ones load. Faults are in the reader's language. */
export function useCampaigns(state: ListState) {
  const language = useLanguage();
  return useQuery({
    queryKey: [queryRoot, "index", language, state],
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", { query: { ...state, size: pageSize }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** One campaign with its ad groups and ads. */
export function useCampaign(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: [queryRoot, "one", id, language],
    queryFn: ({ signal }) => call("GET Clients/Campaigns/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
}

export function useAdGroup(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: [queryRoot, "ad-group", id, language],
    queryFn: ({ signal }) => call("GET Clients/AdGroups/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
}
