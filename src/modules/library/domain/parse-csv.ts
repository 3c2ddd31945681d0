/** A line of a CSV file: its number in the file, counted from 1, and its cells. */
export type CsvLine = { line: number; cells: string[] };

/**
 * The lines of a CSV file (RFC 4180): comma, semicolon or tab between cells, quotes around those that hold one of them or a
 * line break. A byte order mark is skipped, and so are lines without any text.
 */
export function parseCsv(text: string): CsvLine[] {
  const source = text.replace(/^\ufeff/, "");
  const separator = findSeparator(source);
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endCell = () => {
    cells.push(cell);
    cell = "";
  };
  const endLine = () => {
    endCell();
    if (cells.some((one) => one.trim() !== "")) lines.push({ line: startedAt, cells });
    cells = [];
    startedAt = line;
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (sign === "\n") line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (sign === "\n") endLine();
    else if (sign !== "\r") cell += sign;
  }
  endLine();
  return lines;
}

/** Spreadsheet programs write semicolons where the comma is the decimal sign. */
function findSeparator(source: string): string {
  const [head = ""] = source.split("\n", 1);
  const count = (sign: string) => head.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
