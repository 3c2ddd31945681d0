import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Cell, ColumnKind } from "#base/server/spreadsheets/spreadsheet.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { Language } from "#base/shared/language.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import { describeExport } from "./describe-export.ts";
import { listPages } from "./list-pages.ts";

type Page<Row> = { items: Row[]; next: string | null };

/** A column of a file: `name` is its header in `reports_export:columns`. */
export type ExportColumn<Row> = { name: string; kind: ColumnKind; read: (row: Row) => Cell };

type Input<Row> = {
  title: string;
  /** The Riyadh days that the rows are of, both included. */
  days: { from: string; to: string };
  columns: readonly ExportColumn<Row>[];
  load: (cursor?: string) => Promise<Page<Row>>;
  format: TableFormat;
  language: Language;
};

/** A list by cursor as a file with all its rows, read page by page, however many there are. */
export async function exportRows<Row>(
  messages: Messages,
  ctx: ReadContext,
  { title, days, columns, load, format, language }: Input<Row>,
): Promise<FileContent> {
  const words = (key: string, params = {}) => messages.translate(language, key, params);
  const first = await load();
  return toTableFile(
    format,
    {
      ...describeExport(words, title, days),
      columns: columns.map(({ name, kind }) => ({ header: words(`reports_export:columns.${name}`), kind })),
      openRows: async function* () {
        for await (const { items } of listPages(first, load))
          yield* items.map((row) => columns.map(({ read }) => read(row)));
      },
      language,
      createdAt: ctx.now,
    },
    messages,
  );
}
