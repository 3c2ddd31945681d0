import type { ReportTable, TableColumn } from "../../contract/report-table.calls.ts";

type Values = readonly (number | null)[] | null;

/** The place of a metric in a table's values; -1 where the table does not have it. */
const findColumn = ({ columns }: ReportTable, metric: string): number =>
  columns.findIndex((column) => column.metric === metric);

/** One metric of a row or of the sums; null where there is none. */
export const readMetric = (table: ReportTable, values: Values, metric: string): number | null =>
  values?.[findColumn(table, metric)] ?? null;

/** A metric's column; undefined where the table does not have it. */
export const getColumn = (table: ReportTable, metric: string): TableColumn | undefined =>
  table.columns[findColumn(table, metric)];
