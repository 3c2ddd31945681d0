import type { ReportScope } from "../../contract/report-scope.ts";
import { type TableBreakdown, type TableTab, tableBreakdowns } from "../../contract/report-tabs.ts";
import { useReportState } from "../frame/use-report-state.ts";
import { useReportTable } from "../report-tables.queries.ts";

/** A tab's table as the address says: what its rows are, and their order. */
export function useTab(tab: TableTab, scope: ReportScope, size = 50) {
  const { state, adjust } = useReportState();
  const options: readonly TableBreakdown[] = tableBreakdowns[tab];
  const by = options.find((one) => one === state.by) ?? (options[0] as TableBreakdown);
  const table = useReportTable(tab, scope, { by, sort: state.sort, order: state.order, size });
  return {
    table,
    by,
    options,
    sorting: { sort: state.sort, order: state.order },
    setBy: (next: TableBreakdown) => adjust({ by: next, sort: undefined, order: undefined }),
    setSort: (sort: string) =>
      adjust({ sort, order: state.sort === sort && state.order !== "asc" ? "asc" : "desc" }),
  };
}

export type UseTab = ReturnType<typeof useTab>;
