import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Cell, ColumnKind, SpreadsheetColumn } from "#base/server/spreadsheets/spreadsheet.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import type { ReportTable, TableColumn, TableRow } from "../../contract/report-table.calls.ts";
import { describeExport } from "../describe-export.ts";
import { listPages } from "../list-pages.ts";
import { loadReportTable, type TableInput } from "./load-report-table.ts";
import type { TableDeps } from "./table-deps.ts";

type Input = Omit<TableInput, "size" | "after"> & { format: TableFormat };

const pageSize = 1_000;
const kinds: Record<TableColumn["unit"], ColumnKind> = {
  count: "count",
  halalas: "riyals",
  price: "riyals",
  ratio: "ratio",
  share: "ratio",
};

/** A tab's table as a file, with all its rows as the screen names and sorts them, and their sums. */
export const exportReportTable =
  (deps: TableDeps) =>
  async (ctx: ReadContext, { format, ...input }: Input): Promise<FileContent> => {
    const { tab, language } = input;
    const words = (key: string, params = {}) => deps.messages.translate(language, key, params);
    const load = loadReportTable(deps);
    const first = await load(ctx, { ...input, size: pageSize });
    const title = words(`reports_frame:tabs.${tab}`);
    const hasDetails = first.rows.some(({ detail }) => detail !== null);
    return toTableFile(
      format,
      {
        ...describeExport(words, title, first.period),
        columns: [
          { header: title, kind: "text" },
          ...(hasDetails ? [{ header: words("reports_export:detail"), kind: "text" as const }] : []),
          ...first.columns.map(toColumn),
        ],
        openRows: () =>
          listCells(first, hasDetails, (after) => load(ctx, { ...input, size: pageSize, after })),
        total: ["", ...(hasDetails ? [""] : []), ...first.total],
        language,
        createdAt: ctx.now,
      },
      deps.messages,
    );

    function toColumn({ name, unit }: TableColumn): SpreadsheetColumn {
      const kind = kinds[unit];
      return { header: kind === "riyals" ? words("reports_custom:in_riyals", { name }) : name, kind };
    }
  };

/** The first page's rows, then those of the pages behind it. */
async function* listCells(
  first: ReportTable,
  hasDetails: boolean,
  loadNext: (after: string) => Promise<ReportTable>,
): AsyncGenerator<Cell[]> {
  const toCells = ({ name, detail, values }: TableRow): Cell[] => [
    name,
    ...(hasDetails ? [detail] : []),
    ...values,
  ];
  for await (const { rows } of listPages(first, loadNext)) yield* rows.map(toCells);
}
