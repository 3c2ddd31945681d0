import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { findAfter } from "#base/web/data/find-after.ts";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import type { MovementKind, StockService } from "../../contract/stock.enums.ts";
import { call } from "../billing-calls.ts";

export type UsagesFilter = { service?: StockService; kind?: MovementKind; page?: number };

export const usagesPageSize = 20;

/** Titles and reasons are in the language of the request, which is a part of their keys. */
export const stockKeys = {
  all: ["billing", "stock"] as const,
  balances: ["billing", "stock", "balances"] as const,
  usages: (filter: UsagesFilter) => ["billing", "stock", "usages", currentLanguage(), filter] as const,
  packages: () => ["billing", "packages", currentLanguage()] as const,
};

/** What can be used of each service. */
export const stockQuery = queryOptions({
  queryKey: stockKeys.balances,
  queryFn: ({ signal }) => call("GET Clients/Billing/stock", { signal, quiet: true }),
});

export const usePackages = () =>
  useQuery({
    queryKey: stockKeys.packages(),
    queryFn: async ({ signal }) =>
      (await call("GET Clients/Billing/packages", { signal, quiet: true })).items,
  });

/** The first page's address has no page. */
function toKeyBefore({ page = 1, ...filter }: UsagesFilter) {
  return stockKeys.usages(page === 2 ? filter : { ...filter, page: page - 1 });
}

export const useUsages = (filter: UsagesFilter) =>
  useQuery({
    queryKey: stockKeys.usages(filter),
    queryFn: ({ client, signal }) =>
      call("GET Clients/Billing/usages", {
        query: {
          ...filter,
          page: filter.page ?? 1,
          size: usagesPageSize,
          ...findAfter(client, toKeyBefore(filter)),
        },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
