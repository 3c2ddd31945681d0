import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import type { TableRow } from "../../contract/report-table.calls.ts";
import type { ReportTableData } from "../report-tables.queries.ts";
import { ReportValue } from "./report-value.tsx";

type Props = { table: ReportTableData; caption: string; isBusy: boolean };

/** A tab's rows with all its columns. */
export function ReportTableView({ table, caption, isBusy }: Props) {
  const columns: Column<TableRow>[] = [
    { key: "name", header: caption, kind: "main", cell: (row) => row.name },
    ...table.columns.map(
      ({ metric, unit, name }, at): Column<TableRow> => ({
        key: metric,
        header: name,
        kind: "figure",
        cell: (row) => <ReportValue value={row.values[at] ?? null} unit={unit} />,
      }),
    ),
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={table.rows}
      rowKey={({ key }) => key}
      busy={isBusy}
    />
  );
}
