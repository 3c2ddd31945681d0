/** A table that is written to a file while its rows come. */

/**
 * How a column's values read: texts, whole counts, amounts in halalas (written as riyals with two decimals), ratios of
 * two decimals, and Riyadh days ("2026-11-21").
 */
export type ColumnKind = "text" | "count" | "riyals" | "ratio" | "day";
export type SpreadsheetColumn = { header: string; kind: ColumnKind };
/** Null is an empty cell: no data, which is not zero. */
export type Cell = string | number | null;

export type Spreadsheet = {
  title: string;
  columns: readonly SpreadsheetColumn[];
  rows: AsyncIterable<readonly Cell[]>;
  /** The first column is on the right, as Arabic reads. */
  isRightToLeft: boolean;
};
