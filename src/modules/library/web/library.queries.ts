import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LibraryFilter } from "./library-address.ts";
import { call } from "./library-calls.ts";

/** Keys begin with the module's name: an event of the module invalidates all of them. */
export const libraryKeys = {
  items: ["library", "items"] as const,
  list: (filter: LibraryFilter) => ["library", "items", "list", filter] as const,
  item: (id: string) => ["library", "items", "one", id] as const,
  collections: ["library", "collections"] as const,
  sector: ["library", "sector"] as const,
};

const pageSize = 24;

/** Items the newest first, page after page; the old ones stay while a search loads. */
export const itemsQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: libraryKeys.list(filter),
    queryFn: ({ signal, pageParam: after }) =>
      call("GET Clients/AdsLibrary/index", {
        query: { size: pageSize, ...filter, ...(after ? { after } : {}) },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: libraryKeys.item(id),
    queryFn: ({ signal }) =>
      call("GET Clients/AdsLibrary/items/{id}", { params: { id }, signal, quiet: true }),
  });

export const collectionsQuery = queryOptions({
  queryKey: libraryKeys.collections,
  queryFn: ({ signal }) => call("GET Clients/AdsLibrary/collections", { signal, quiet: true }),
});

export const sectorQuery = queryOptions({
  queryKey: libraryKeys.sector,
  queryFn: ({ signal }) => call("GET Clients/AdsLibrary/sector", { signal, quiet: true }),
});
