import type { Language } from "#base/shared/language.ts";
import type { Cell, SpreadsheetColumn } from "../spreadsheets/spreadsheet.ts";
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
