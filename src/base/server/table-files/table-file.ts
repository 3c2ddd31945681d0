import { Readable } from "node:stream";
import { exportMimes, type TableFormat } from "#base/shared/table-files.ts";
import type { FileContent } from "../http/handlers.ts";
import type { Messages } from "../messages.ts";
import { toCsv } from "../spreadsheets/csv.ts";
import { toXlsx } from "../spreadsheets/xlsx.ts";
import { printTable } from "./print-table.ts";
import type { TableExport } from "./table-export.ts";

/**
 * A table as XLSX or CSV, streamed as fast as it is read, in memory that does not grow with it; or as PDF, drawn at once,
 * with at most 2,000 rows and a line that says so when there are more.
 */
export function toTableFile(format: TableFormat, table: TableExport, messages: Messages): FileContent {
  const { title, columns, language } = table;
  const toSheet = () => ({ title, columns, rows: table.openRows(), isRightToLeft: language === "ar" });
  const open = {
    csv: async () => Readable.from(toCsv(toSheet())),
    xlsx: async () => toXlsx(toSheet()),
    pdf: async () => Readable.from([await printTable(table, messages)]),
  } satisfies Record<TableFormat, FileContent["open"]>;
  return {
    mime: exportMimes[format],
    fileName: `${table.fileName}.${format}`,
    bytes: null,
    open: open[format],
  };
}
