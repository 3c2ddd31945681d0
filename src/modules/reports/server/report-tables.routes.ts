import type { Handlers } from "#base/server/http/handlers.ts";
import type { reportTableCalls } from "../contract/report-table.calls.ts";
import { exportReportTable } from "./tables/export-table.ts";
import { listReportFilters } from "./tables/list-filters.ts";
import { listMetrics } from "./tables/list-metrics.ts";
import { loadReportTable } from "./tables/load-report-table.ts";
import { loadReportPeriods } from "./tables/resolve-period.ts";
import type { TableDeps } from "./tables/table-deps.ts";

export type { TableDeps };

/** The calls of the page of reports. */
export function reportTableHandlers(deps: TableDeps): Handlers<typeof reportTableCalls> {
  const table = loadReportTable(deps);
  const exportTable = exportReportTable(deps);
  const periods = loadReportPeriods(deps);
  const filters = listReportFilters(deps);
  const metrics = listMetrics(deps);
  return {
    "GET Clients/Reports/tables/{tab}": ({ ctx, params, query, language }) => {
      const { by, sort, order, size, after, ...scope } = query;
      return table(ctx, { tab: params.tab, scope, language, by, sort, order, size, after });
    },
    "GET Clients/Reports/tables/{tab}/export": ({ ctx, params, query, language }) => {
      const { by, sort, order, format, ...scope } = query;
      return exportTable(ctx, { tab: params.tab, scope, language, by, sort, order, format });
    },
    "GET Clients/Reports/periods": async ({ ctx, query }) => ({
      ...(await periods(ctx, query)),
      as_of: await deps.figures.findCompleteUntil(ctx),
    }),
    "GET Clients/Reports/filters": ({ ctx, language }) => filters(ctx, language),
    "GET Clients/Reports/metrics": async ({ language }) => metrics(language),
  };
}
