import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import type { ProductSort } from "../contract/enums.ts";
import { call } from "./stores-calls.ts";

/** Query keys begin with the module's name: a store event invalidates all of them. */
export const storesKeys = {
  all: ["stores"] as const,
  stores: ["stores", "index"] as const,
  sites: ["stores", "sites"] as const,
};

export const storesQuery = queryOptions({
  queryKey: storesKeys.stores,
  queryFn: ({ signal }) => call("GET Clients/Stores/index", { signal, quiet: true }),
});

/** The merchant's stores, the newest connection first. */
export const useStores = () => useQuery({ ...storesQuery, select: ({ stores }) => stores });

/** The store platforms there are, and whether each can be connected now. */
export const useStorePlatforms = () => useQuery({ ...storesQuery, select: ({ platforms }) => platforms });

/** Sites on no platform, with the tags that verify them and report their orders. */
export const useSites = () =>
  useQuery({
    queryKey: storesKeys.sites,
    queryFn: ({ signal }) => call("GET Clients/Stores/sites", { signal, quiet: true }),
    select: ({ sites }) => sites,
  });

/** One product as it was read last; store events refresh it. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ["stores", "product", id] as const,
    queryFn: ({ signal }) =>
      call("GET Clients/Stores/products/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });

type ProductsFilter = { search: string; storeId: string | null; sort: ProductSort; size: number };

/** Products to choose from, page after page: those whose names or numbers match. */
export const productsQuery = ({ search, storeId, sort, size }: ProductsFilter) =>
  infiniteQueryOptions({
    queryKey: ["stores", "products", search, storeId, sort, size] as const,
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Stores/products", {
        query: {
          search,
          size,
          sort,
          ...(storeId ? { store_id: storeId } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
