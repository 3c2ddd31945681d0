import { formatRiyals, halalas } from "#base/shared/money.ts";
import { renderPdf } from "../documents/render-pdf.ts";
import type { Messages } from "../messages.ts";
import type { Cell, ColumnKind } from "../spreadsheets/spreadsheet.ts";
import { drawChart } from "./table-chart.ts";
import type { TableExport } from "./table-export.ts";

const template = new URL("./table.typ", import.meta.url);
/** About fifty pages. More rows are for a spreadsheet, and the document says so. */
export const printedRowsMax = 2_000;
/** With more columns the page lies on its side. */
const uprightColumnsMax = 6;

/** A table as a PDF in the direction of its language, with its chart. */
export async function printTable(table: TableExport, messages: Messages): Promise<Buffer> {
  const { title, details, columns, total, chart, language, createdAt } = table;
  const { rows, isCut } = await takeRows(table);
  const words = (key: string, params = {}) => messages.translate(language, `base:${key}`, params);
  const write = (cells: readonly Cell[]) =>
    columns.map(({ kind }, index) => formatCell(cells[index], kind, words("no_data")));
  const drawn = chart ? drawChart(chart) : null;
  return renderPdf({
    template,
    createdAt,
    data: {
      title,
      language,
      details,
      is_wide: columns.length > uprightColumnsMax,
      columns: columns.map(({ header, kind }) => ({ header, is_figure: kind !== "text" })),
      rows: rows.map(write),
      total: total ? write(total).map((text, index) => (index === 0 ? words("table_total") : text)) : [],
      note: isCut ? words("table_cut", { count: printedRowsMax }) : "",
      chart: drawn && {
        svg: drawn.svg,
        legend: drawn.legend,
        labels: drawn.labels,
        ticks: drawn.ticks.map(({ at, value }) => ({
          at,
          text: formatTick(value, chart?.valueKind ?? "count"),
        })),
      },
    },
  });
}

async function takeRows(table: TableExport): Promise<{ rows: (readonly Cell[])[]; isCut: boolean }> {
  const rows: (readonly Cell[])[] = [];
  for await (const row of table.openRows()) {
    if (rows.length >= printedRowsMax) return { rows, isCut: true };
    rows.push(row);
  }
  return { rows, isCut: false };
}

function formatCell(cell: Cell | undefined, kind: ColumnKind, noData: string): string {
  if (cell === null || cell === undefined) return kind === "text" ? "" : noData;
  if (typeof cell === "string") return cell;
  if (kind === "riyals") return formatRiyals(halalas(Math.round(cell)));
  return kind === "ratio" ? cell.toFixed(2) : grouped.format(cell);
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** On the axis: whole riyals, without halalas. */
const formatTick = (value: number, kind: ColumnKind): string =>
  grouped.format(kind === "riyals" ? value / 100 : value);
