import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { AttributionWindow } from "#modules/tracking/contract/attribution.ts";
import type { ListedStep } from "../../contract/bridge.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportsCalls } from "../../contract/reports.calls.ts";
import { reportsKeys } from "../reports.queries.ts";
import { toScopeQuery } from "../scope-query.ts";

const call = makeCaller<ReportsCalls>();
const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Claims beside proofs beside deliveries, and the way between them. */
export const truthQuery = (scope: ReportScope) =>
  queryOptions({
    queryKey: [...reportsKeys.all, "truth", scope],
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/truth", { query: toScopeQuery(scope), signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** The same by campaign or by week, page by page. */
export const truthRowsQuery = (scope: ReportScope, by: "campaign" | "week") =>
  infiniteQueryOptions({
    queryKey: [...reportsKeys.all, "truth-rows", by, scope],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/truth/rows", {
        query: { ...toScopeQuery(scope), by, ...page(pageParam) },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** First and last click side by side, by campaign, page by page. Attribution is not kept by city. */
export const attributionQuery = ({ city: _, ...scope }: ReportScope, windowDays: AttributionWindow) =>
  infiniteQueryOptions({
    queryKey: [...reportsKeys.all, "truth-attribution", windowDays, scope],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/truth/attribution", {
        query: { ...toScopeQuery(scope), window_days: windowDays, ...page(pageParam) },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The orders of a step of the bridge, page by page. */
export const stepOrdersQuery = (scope: ReportScope, step: ListedStep) =>
  infiniteQueryOptions({
    queryKey: [...reportsKeys.all, "truth-orders", step, scope],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/truth/orders", {
        query: { ...toScopeQuery(scope), step, ...page(pageParam) },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
