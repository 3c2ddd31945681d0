import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import type { LandingPagesCalls } from "../contract/landing-pages.calls.ts";

/** The module's calls, typed by their contract alone. */
export const call = makeCaller<LandingPagesCalls>();

export const landingPagesKeys = {
  all: ["landing-pages"] as const,
  list: ["landing-pages", "list"] as const,
  pages: ["landing-pages", "page"] as const,
  page: (id: string) => ["landing-pages", "page", id] as const,
  figures: (id: string) => ["landing-pages", "figures", id] as const,
  campaigns: (id: string) => ["landing-pages", "campaigns", id] as const,
  versions: (id: string) => ["landing-pages", "versions", id] as const,
};

export const useLandingPages = () =>
  useInfiniteQuery({
    queryKey: landingPagesKeys.list,
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/LandingPages/pages", {
        query: { size: 20, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const useLandingPage = (id: string) =>
  useQuery({
    queryKey: landingPagesKeys.page(id),
    queryFn: ({ signal }) =>
      call("GET Clients/LandingPages/pages/{id}", { params: { id }, signal, quiet: true }),
  });

export const useVersions = (id: string) =>
  useQuery({
    queryKey: landingPagesKeys.versions(id),
    queryFn: ({ signal }) =>
      call("GET Clients/LandingPages/pages/{id}/versions", { params: { id }, signal, quiet: true }),
  });

export const usePageFigures = (id: string) =>
  useQuery({
    queryKey: landingPagesKeys.figures(id),
    queryFn: ({ signal }) =>
      call("GET Clients/LandingPages/pages/{id}/figures", { params: { id }, signal, quiet: true }),
  });

/** The running campaigns that lead to the page, as they are now: a campaign may have been started a moment ago. */
export const useLeadingCampaigns = (id: string) =>
  useQuery({
    queryKey: landingPagesKeys.campaigns(id),
    queryFn: ({ signal }) =>
      call("GET Clients/LandingPages/pages/{id}/campaigns", { params: { id }, signal, quiet: true }),
    staleTime: 0,
  });

/** What a change of a page makes old. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: landingPagesKeys.all });
}

export const useChangeStatus = (action: "publish" | "unpublish") =>
  useMutation({
    mutationFn: (id: string) => call(`POST Clients/LandingPages/pages/{id}/${action}`, { params: { id } }),
    onSuccess: useRefresh(),
  });

export const useRestoreVersion = (id: string) =>
  useMutation({
    mutationFn: ({ number, revision }: { number: number; revision: number }) =>
      call("POST Clients/LandingPages/pages/{id}/versions/{number}/restore", {
        params: { id, number },
        body: { revision },
      }),
    onSuccess: useRefresh(),
  });

export const useDuplicatePage = (id: string) => {
  const key = useIdempotencyKey(`landing-pages.duplicate.${id}`);
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      call("POST Clients/LandingPages/pages/{id}/duplicate", { params: { id }, idempotencyKey: key.for(id) }),
    onSuccess() {
      key.done();
      return refresh();
    },
  });
};

/** A campaign's draft that leads to the page; answers with its id. */
export function useCampaignDraft(id: string) {
  const key = useIdempotencyKey(`landing-pages.draft.${id}`);
  return useMutation({
    mutationFn: () =>
      call("POST Clients/LandingPages/pages/{id}/draft", { params: { id }, idempotencyKey: key.for(id) }),
    onSuccess: () => key.done(),
  });
}

export function useDeletePage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE Clients/LandingPages/pages/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: landingPagesKeys.list }),
  });
}
