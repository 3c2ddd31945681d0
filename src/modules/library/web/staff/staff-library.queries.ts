import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { fetchFile } from "#base/web/data/download.ts";
import { call } from "./staff-library-calls.ts";

export type RowsFilter = { search: string; shown: "current" | "archived" };

const all = ["library", "staff"] as const;
const pageSize = 20;

/** Every row, the newest first, page after page. */
export const rowsQuery = (filter: RowsFilter) =>
  infiniteQueryOptions({
    queryKey: [...all, "rows", filter] as const,
    queryFn: ({ signal, pageParam: after }) =>
      call("GET Staff/AdsLibrary/rows", {
        query: { size: pageSize, ...filter, ...(after ? { after } : {}) },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** A row's small picture: staff have no signed addresses, so that it is fetched with the session. */
export const thumbnailQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...all, "thumbnail", id, version] as const,
    queryFn: () =>
      fetchFile("GET Staff/AdsLibrary/rows/{id}/thumbnail", {
        params: { id },
        query: { v: String(version) },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** After a change the list is read anew. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [...all, "rows"] });
}
