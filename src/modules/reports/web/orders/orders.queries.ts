import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { OrderState } from "#modules/figures/contract/order-states.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportsCalls } from "../../contract/reports.calls.ts";
import { reportsKeys } from "../reports.queries.ts";
import { toScopeQuery } from "../scope-query.ts";

const call = makeCaller<ReportsCalls>();
const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Orders by state, their rates, and how old open ones are. */
export const ordersQuery = (scope: ReportScope) =>
  queryOptions({
    queryKey: [...reportsKeys.all, "orders", scope],
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/orders", { query: toScopeQuery(scope), signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** How orders of each city or product were delivered, page by page. */
export const ratesQuery = (scope: ReportScope, by: "city" | "product", language: string) =>
  infiniteQueryOptions({
    queryKey: [...reportsKeys.all, "order-rates", by, language, scope],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/orders/rates", {
        query: { ...toScopeQuery(scope), by, ...page(pageParam) },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export type OrdersNarrowed = { state?: OrderState; payment?: "cod" | "paid" };

/** Orders with the campaign that brought each, page by page. */
export const orderListQuery = (scope: ReportScope, narrowed: OrdersNarrowed, language: string) =>
  infiniteQueryOptions({
    queryKey: [...reportsKeys.all, "order-list", narrowed, language, scope],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/orders/list", {
        query: { ...toScopeQuery(scope), ...narrowed, ...page(pageParam) },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
