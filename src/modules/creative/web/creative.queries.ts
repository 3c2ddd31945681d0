import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import type { CreativeCalls } from "../contract/creative.calls.ts";
import { callLibrary } from "./library-calls.ts";

const call = makeCaller<CreativeCalls>();

export type LibraryFilter = { search: string; kind: MediaKind | null };

/** Keys begin with the module's name: an event of the module invalidates all of them. */
export const creativeKeys = {
  all: ["creative"] as const,
  media: (id: string) => ["creative", "media", id] as const,
  library: (filter: LibraryFilter) => ["creative", "library", filter] as const,
  usage: ["creative", "usage"] as const,
};

/** One uploaded file's facts and its signed addresses. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: creativeKeys.media(id),
    queryFn: ({ signal }) => call("GET Clients/Media/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });

const pageSize = 24;

/** The merchant's files, newest first, page after page; the old ones stay while a search loads. */
export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: creativeKeys.library(filter),
    queryFn: ({ signal, pageParam: cursor }) =>
      callLibrary("GET Clients/Media/index", {
        query: {
          size: pageSize,
          ...(filter.search === "" ? {} : { search: filter.search }),
          ...(filter.kind ? { kind: filter.kind } : {}),
          ...(cursor ? { cursor } : {}),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The space the merchant's files take, and may take. */
export const usageQuery = queryOptions({
  queryKey: creativeKeys.usage,
  queryFn: ({ signal }) => callLibrary("GET Clients/Media/usage", { signal, quiet: true }),
});
