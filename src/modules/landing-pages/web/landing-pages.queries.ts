import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { LandingPagesCalls } from "../contract/landing-pages.calls.ts";

/** The module's calls, typed by their contract alone. */
export const call = makeCaller<LandingPagesCalls>();

export const landingPagesKeys = {
  list: ["landing-pages", "list"] as const,
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

export function useChangeStatus(action: "publish" | "unpublish") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(`POST Clients/LandingPages/pages/{id}/${action}`, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: landingPagesKeys.list }),
  });
}
