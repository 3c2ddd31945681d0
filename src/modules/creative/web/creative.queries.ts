import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { call } from "./creative-calls.ts";

export type LibraryFilter = { search: string; kind: MediaKind | null };

/** Keys begin with the module's name: an event of the module invalidates all of them. */
export const creativeKeys = {
  all: ["creative"] as const,
  media: (id: string) => ["creative", "media", id] as const,
  uses: (id: string) => ["creative", "uses", id] as const,
  library: (filter: LibraryFilter) => ["creative", "library", filter] as const,
  space: ["creative", "space"] as const,
};

/** One uploaded file's facts and its signed addresses. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: creativeKeys.media(id),
    queryFn: ({ signal }) => call("GET Clients/Media/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });

/** The ads that show a file: the first ones, and how many there are. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: creativeKeys.uses(id),
    queryFn: ({ signal }) => call("GET Clients/Media/{id}/uses", { params: { id }, signal, quiet: true }),
  });

const pageSize = 24;

/** The merchant's files, newest first, page after page; the old ones stay while a search loads. */
export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: creativeKeys.library(filter),
    queryFn: ({ signal, pageParam: after }) =>
      call("GET Clients/Media/index", {
        query: {
          size: pageSize,
          ...(filter.search === "" ? {} : { search: filter.search }),
          ...(filter.kind ? { kind: filter.kind } : {}),
          ...(after ? { after } : {}),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The space the merchant's files take and may take, and the uploads that are not finished. */
export const spaceQuery = queryOptions({
  queryKey: creativeKeys.space,
  queryFn: ({ signal }) => call("GET Clients/Media/space", { signal, quiet: true }),
});
