import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { ReportScope } from "../contract/report-scope.ts";
import type { TableBreakdown, TableTab } from "../contract/report-tabs.ts";
import type { ReportsCalls } from "../contract/reports.calls.ts";

const call = makeCaller<ReportsCalls>();

export const tableKeys = {
  all: ["reports", "tables"] as const,
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
  sort?: string;
  order?: "asc" | "desc";
  size?: number;
  after?: string;
};

/** A tab's table. Rows of the scope before stay, faded, while others are read. */
export const useReportTable = (tab: TableTab, scope: ReportScope, options: TableOptions = {}) => {
  const language = useLanguage();
  const query = { ...toScopeQuery(scope), ...options };
  return useQuery({
    queryKey: tableKeys.table(tab, query, language),
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/tables/{tab}", {
        params: { tab },
        query: query as never,
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
};

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

/** What every metric means. */
export const useMetricTexts = () => {
  const language = useLanguage();
  return useQuery({
    queryKey: tableKeys.metrics(language),
    queryFn: ({ signal }) => call("GET Clients/Reports/metrics", { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
};

export type ReportTableData = NonNullable<ReturnType<typeof useReportTable>["data"]>;
export type ReportPeriodsData = NonNullable<ReturnType<typeof useReportPeriods>["data"]>;
