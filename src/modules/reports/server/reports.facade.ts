import { listMetrics } from "./tables/list-metrics.ts";
import { loadReportTable } from "./tables/load-report-table.ts";
import type { TableDeps } from "./tables/table-deps.ts";

/** The only entry to this module for other modules' servers. */
export type ReportsFacade = {
  /** Any tab of the reports as rows with typed columns: what a screen shows, a file has too. */
  loadReportTable: ReturnType<typeof loadReportTable>;
  /** Every metric explained in a language. */
  listMetrics: ReturnType<typeof listMetrics>;
};

export function makeReportsFacade(deps: TableDeps): ReportsFacade {
  return { loadReportTable: loadReportTable(deps), listMetrics: listMetrics(deps) };
}
