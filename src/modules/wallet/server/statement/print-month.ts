import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import { renderPdf } from "#base/server/documents/render-pdf.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { isolate } from "#base/shared/bidi.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import type { StatementLine, StatementMonth } from "../../contract/statement.calls.ts";
import { walletRefusals } from "../../contract/wallet.refusals.ts";
import { findAdSpendInvoicing } from "../ad-spend-months.store.ts";
import type { WalletDeps } from "../wallet.deps.ts";
import { listLines } from "./list-lines.ts";
import { findMonth, toLastDay } from "./list-months.ts";

type Deps = Pick<WalletDeps, "messages"> & {
  merchants: Pick<WalletDeps["merchants"], "findContact">;
  settings: Pick<WalletDeps["settings"], "adSpendInvoicing">;
};
type Input = { month: string; language: Language };
type Words = (key: string, params?: Record<string, string>) => string;

const template = new URL("./month-statement.typ", import.meta.url);
/** About fifty pages; a longer month is exported as a spreadsheet. */
const mostLines = 2_000;
const batchSize = 500;

/**
 * A month's statement with its opening and closing balance and how its ad spend is treated for VAT, in the reader's language. Refuses `base.not_found` for a
 * month without entries, and `wallet.statement_too_long` for one of more than 2,000 lines.
 */
export const printMonth =
  ({ messages, merchants, settings }: Deps) =>
  async (ctx: ReadContext, { month, language }: Input): Promise<FileContent> => {
    const found = (await findMonth(ctx, month)) ?? baseRefusals.refuse("base.not_found");
    const lines = await loadLines(ctx, { month, language });
    const words: Words = (key, params) => messages.translate(language, key, params);
    const { name } = await merchants.findContact(ctx);
    const invoicing = (await findAdSpendInvoicing(ctx.db, month)) ?? settings.adSpendInvoicing;
    const vatNote = words(`wallet_statement:vat_note.${invoicing}`);
    const pdf = await renderPdf({
      template,
      data: { ...toDocument(found, lines, { words, language }), merchant: name, vat_note: vatNote },
      createdAt: ctx.now,
    });
    return {
      mime: "application/pdf",
      fileName: `${words("wallet_statement:title")} ${month}.pdf`,
      bytes: pdf.length,
      open: async () => Readable.from([pdf]),
    };
  };

async function loadLines(ctx: ReadContext, { month, language }: Input): Promise<StatementLine[]> {
  const days = { from: `${month}-01`, to: toLastDay(month) };
  const lines: StatementLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLines(ctx, { ...days, language, cursor, size: batchSize }, "oldest_first");
    lines.push(...page.items);
    if (lines.length > mostLines)
      return walletRefusals.refuse("wallet.statement_too_long", { lines: mostLines });
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return lines;
}

type Style = { words: Words; language: Language };

function toDocument(
  { month, opening_halalas, closing_halalas, hash }: StatementMonth,
  lines: readonly StatementLine[],
  { words, language }: Style,
) {
  const text = (key: string) => words(`wallet_statement:${key}`);
  const sum = (type: string) =>
    lines
      .filter(({ charge_type }) => charge_type === type)
      .reduce((total, { amount_halalas }) => total + amount_halalas, 0);
  return {
    language,
    title: text("title"),
    period: words("wallet_statement:month_of", { month }),
    footer: `${text("title")} ${isolate(month)}`,
    sums: [
      { name: text("opening"), amount: toText(opening_halalas) },
      { name: text("additions"), amount: toText(sum("deposit")) },
      { name: text("deductions"), amount: toText(-sum("withdrawal")) },
      { name: text("closing"), amount: toText(closing_halalas) },
    ],
    columns: ["day", "operation", "type", "amount_word", "balance_word"].map((key) => text(`columns.${key}`)),
    lines: lines.map((line) => ({
      day: line.day,
      operation: words(`wallet:kind_${line.kind}`),
      note: [line.reference_title ?? line.reference ?? "", toBusinessDays(line, text)]
        .filter(Boolean)
        .join(" · "),
      type: words(`wallet:charge_${line.charge_type}`),
      amount: toText(line.charge_type === "deposit" ? line.amount_halalas : -line.amount_halalas),
      balance: toText(line.balance_after_halalas),
    })),
    seal: hash ?? "",
    seal_name: text("seal"),
  };
}

/** The days the money belongs to, where they are not the day it was booked on. */
function toBusinessDays(line: StatementLine, text: (key: string) => string): string {
  const { day, first_business_day: first, last_business_day: last } = line;
  if (first === day && last === day) return "";
  return first === last
    ? `${text("for_day")} ${isolate(first)}`
    : `${text("for_day")} ${isolate(first)} ${text("until_day")} ${isolate(last)}`;
}

const toText = (amount: number): string => formatRiyals(halalas(amount));
