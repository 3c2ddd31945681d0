import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { ReportScope } from "../contract/report-scope.ts";
import type { ReportTable } from "../contract/report-table.calls.ts";
import type { TableBreakdown, TableTab } from "../contract/report-tabs.ts";
import type { ReportsCalls } from "../contract/reports.calls.ts";

const call = makeCaller<ReportsCalls>();

const tableKeys = {
  table: (tab: TableTab, options: object, language: string) =>
    ["reports", "tables", tab, options, language] as const,
  periods: (days: object) => ["reports", "periods", days] as const,
  filters: (language: string) => ["reports", "filters", language] as const,
  metrics: (language: string) => ["reports", "metrics", language] as const,
};

/** A scope as a call's query: several values of a filter are one text. */
export function toScopeQuery({ campaign_ids, ...scope }: ReportScope) {
  return { ...scope, ...(campaign_ids ? { campaign_ids: campaign_ids.join(",") } : {}) };
}

export type TableOptions = {
  by?: TableBreakdown;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  size?: number;
};

/**
 * A tab's table with all pages that were asked for. Rows of the scope before stay, faded, while others are read; it is
 * kept for ten minutes, and read again as live events say so.
 */
export function useReportTable(tab: TableTab, scope: ReportScope, options: TableOptions = {}) {
  const language = useLanguage();
  const query = { ...toScopeQuery(scope), ...options };
  return useInfiniteQuery({
    queryKey: tableKeys.table(tab, query, language),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/Reports/tables/{tab}", {
        params: { tab },
        // The sort is a metric of the tab's own columns, or the server takes its usual one.
        query: { ...query, ...(pageParam ? { after: pageParam } : {}) } as never,
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }: ReportTable) => next,
    placeholderData: keepPreviousData,
    select: joinPages,
  });
}

/** One table of several pages: the first page's sums, and all rows. */
function joinPages({ pages }: { pages: readonly ReportTable[] }): ReportTable {
  const [first, ...others] = pages as readonly [ReportTable, ...ReportTable[]];
  if (others.length === 0) return first;
  return { ...first, rows: pages.flatMap(({ rows }) => rows), next: others.at(-1)?.next ?? null };
}

/** The days of a report in both calendars, and the seasons to choose from. */
export const useReportPeriods = ({ from, to, compare }: Pick<ReportScope, "from" | "to" | "compare">) =>
  useQuery({
    queryKey: tableKeys.periods({ from, to, compare }),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/periods", {
        query: { compare, ...(from ? { from } : {}), ...(to ? { to } : {}) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** What the reports can be narrowed to. */
export const useFilterChoices = (enabled: boolean) => {
  const language = useLanguage();
  return useQuery({
    queryKey: tableKeys.filters(language),
    queryFn: ({ signal }) => call("GET Clients/Reports/filters", { signal, quiet: true }),
    enabled,
  });
};

/** What every metric means; the same for as long as the page is open. */
export const useMetricTexts = (enabled: boolean) => {
  const language = useLanguage();
  return useQuery({
    queryKey: tableKeys.metrics(language),
    queryFn: ({ signal }) => call("GET Clients/Reports/metrics", { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
};

export type ReportPeriodsData = NonNullable<ReturnType<typeof useReportPeriods>["data"]>;
