import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import { toCsv } from "#base/server/spreadsheets/csv.ts";
import type { Cell, ColumnKind, Spreadsheet } from "#base/server/spreadsheets/spreadsheet.ts";
import { toXlsx } from "#base/server/spreadsheets/xlsx.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type StatementFilter, type StatementLine, statementMimes } from "../../contract/statement.calls.ts";
import type { StatementFormat } from "../../contract/statement-formats.ts";
import { listLines } from "./list-lines.ts";
import { type NameDeps, nameLines } from "./name-lines.ts";

type Input = { filter: StatementFilter; format: StatementFormat; language: Language };
type Words = (key: string) => string;
type ExportColumn = { key: string; kind: ColumnKind; read(line: StatementLine, words: Words): Cell };

/** As many lines at a time are in memory. */
const batchSize = 500;

const columns: readonly ExportColumn[] = [
  { key: "day", kind: "day", read: ({ day }) => day },
  { key: "type", kind: "text", read: (line, words) => words(`wallet:charge_${line.charge_type}`) },
  { key: "operation", kind: "text", read: (line, words) => words(`wallet:kind_${line.kind}`) },
  { key: "subject", kind: "text", read: ({ reference_title }) => reference_title },
  { key: "reference", kind: "text", read: ({ reference }) => reference },
  { key: "by", kind: "text", read: ({ by }, words) => by && (by.name ?? words(`wallet:by_${by.kind}`)) },
  { key: "first_business_day", kind: "day", read: (line) => line.first_business_day },
  { key: "last_business_day", kind: "day", read: (line) => line.last_business_day },
  { key: "entries", kind: "count", read: ({ entries }) => entries },
  { key: "amount", kind: "riyals", read: toSigned },
  { key: "balance_after", kind: "riyals", read: (line) => line.balance_after_halalas },
];

/** An addition above zero, a deduction below it, so that the column adds up in a spreadsheet. */
function toSigned({ charge_type, amount_halalas }: StatementLine): number {
  return charge_type === "deposit" ? amount_halalas : -amount_halalas;
}

/** All lines that a filter finds, oldest first, in the reader's language and direction. */
export const exportStatement =
  ({ messages, merchants }: { messages: Messages } & NameDeps) =>
  (ctx: ReadContext, { filter, format, language }: Input): FileContent => {
    const words: Words = (key) => messages.translate(language, key);
    const title = words("wallet_statement:title");
    const sheet: Spreadsheet = {
      title,
      columns: columns.map(({ key, kind }) => ({ header: words(`wallet_statement:columns.${key}`), kind })),
      rows: listRows(ctx, { filter, language, name: nameLines({ merchants }) }, words),
      isRightToLeft: language === "ar",
    };
    return {
      mime: statementMimes[format],
      fileName: `${title} ${toRiyadhDay(ctx.now)}.${format}`,
      bytes: null,
      open: async () => (format === "csv" ? Readable.from(toCsv(sheet)) : toXlsx(sheet)),
    };
  };

/** Batch after batch, so that a long ledger needs no more memory than a short one. */
async function* listRows(
  ctx: ReadContext,
  { filter, language, name }: Omit<Input, "format"> & { name: ReturnType<typeof nameLines> },
  words: Words,
): AsyncGenerator<Cell[]> {
  let cursor: string | undefined;
  do {
    const page = await listLines(ctx, { ...filter, language, cursor, size: batchSize }, "oldest_first");
    for (const line of await name(ctx, page.items)) yield columns.map(({ read }) => read(line, words));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}
