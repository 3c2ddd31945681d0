import { Readable } from "node:stream";
import type { Language } from "#base/shared/language.ts";
import { exportMimes, type TableFormat } from "#base/shared/table-files.ts";
import type { FileContent } from "../http/handlers.ts";
import type { Messages } from "../messages.ts";
import { toCsv } from "../spreadsheets/csv.ts";
import type { Cell, SpreadsheetColumn } from "../spreadsheets/spreadsheet.ts";
import { toXlsx } from "../spreadsheets/xlsx.ts";
import { printTable } from "./print-table.ts";
import type { TableChart } from "./table-chart.ts";

/** A table that is written to a file of any format while its rows come. */
export type TableExport = {
  title: string;
  /** What the rows are of: a period, a filter, how current they are. Only a PDF shows it. */
  details: readonly string[];
  columns: readonly SpreadsheetColumn[];
  /** Opened once, when the file is read, and ended when its reader leaves. */
  openRows(): AsyncIterable<readonly Cell[]>;
  /** Sums under the rows; only a PDF shows them, because spreadsheets add up themselves. */
  total?: readonly Cell[];
  /** Only a PDF draws it. */
  chart?: TableChart;
  /** Without its ending. */
  fileName: string;
  language: Language;
  createdAt: Date;
};

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
