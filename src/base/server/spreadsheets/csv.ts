import { toChunks } from "./chunks.ts";
import type { Cell, ColumnKind, Spreadsheet } from "./spreadsheet.ts";

/** By this mark spreadsheet programs know that the text is UTF-8. */
const byteOrderMark = "\ufeff";

/** A table as CSV (RFC 4180), some rows at a time. */
export const toCsv = (sheet: Spreadsheet): AsyncGenerator<string> => toChunks(writeLines(sheet));

async function* writeLines({ columns, rows }: Spreadsheet): AsyncGenerator<string> {
  yield byteOrderMark + toLine(columns.map(({ header }) => writeText(header)));
  for await (const row of rows) yield toLine(columns.map(({ kind }, index) => writeCell(row[index], kind)));
}

const toLine = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

function writeCell(cell: Cell | undefined, kind: ColumnKind): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return writeText(cell);
  return kind === "riyals" ? (cell / 100).toFixed(2) : String(cell);
}

/**
 * A spreadsheet program runs a text that begins with one of these as a formula, which may send the sheet away; an
 * apostrophe before it makes it a text (OWASP, "CSV Injection").
 */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function writeText(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
