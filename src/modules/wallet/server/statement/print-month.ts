import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import { renderPdf } from "#base/server/documents/render-pdf.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { isolate } from "#base/shared/bidi.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import type { StatementLine, StatementMonth } from "../../contract/statement.calls.ts";
import { findAdSpendInvoicing } from "../ad-spend-months.store.ts";
import type { WalletDeps } from "../wallet.deps.ts";
import { listLines, sumLines, type UnnamedLine } from "./list-lines.ts";
import { findMonth, toLastDay } from "./list-months.ts";
import { type MonthSum, type SumBy, sumMonth } from "./sum-month.ts";

type Deps = Pick<WalletDeps, "messages"> & {
  merchants: Pick<WalletDeps["merchants"], "findContact">;
  settings: Pick<WalletDeps["settings"], "adSpendInvoicing">;
};
type Input = { month: string; language: Language };
type Words = (key: string, params?: Record<string, string>) => string;

const template = new URL("./month-statement.typ", import.meta.url);
/** About fifty pages; a longer month is summed, and its lines are exported as a spreadsheet. */
const mostLines = 2_000;
const batchSize = 500;

/**
 * A month's statement with its opening and closing balance and how its ad spend is treated for VAT, in the reader's
 * language. A month of more than 2,000 lines is summed by campaign, and says so. Refuses `base.not_found` for a month
 * without entries.
 */
export const printMonth =
  ({ messages, merchants, settings }: Deps) =>
  async (ctx: ReadContext, { month, language }: Input): Promise<FileContent> => {
    const found = (await findMonth(ctx, month)) ?? baseRefusals.refuse("base.not_found");
    const content = await loadContent(ctx, { month, language });
    const words: Words = (key, params) => messages.translate(language, key, params);
    const { name } = await merchants.findContact(ctx);
    const invoicing = (await findAdSpendInvoicing(ctx.db, month)) ?? settings.adSpendInvoicing;
    const vatNote = words(`wallet_statement:vat_note.${invoicing}`);
    const pdf = await renderPdf({
      template,
      data: { ...toDocument(found, content, { words, language }), merchant: name, vat_note: vatNote },
      createdAt: ctx.now,
    });
    return {
      mime: "application/pdf",
      fileName: `${words("wallet_statement:title")} ${month}.pdf`,
      bytes: pdf.length,
      open: async () => Readable.from([pdf]),
    };
  };

type Sums = Awaited<ReturnType<typeof sumLines>>;
/** A month's lines, or what they add up to. */
type Content = { sums: Sums } & ({ lines: UnnamedLine[] } | { by: SumBy; totals: MonthSum[] });

async function loadContent(ctx: ReadContext, { month, language }: Input): Promise<Content> {
  const days = { from: `${month}-01`, to: toLastDay(month) };
  const sums = await sumLines(ctx, days);
  if (sums.lines <= mostLines) return { sums, lines: await loadLines(ctx, days, language) };
  const limit = mostLines + 1;
  const totals = await sumMonth(ctx, days, { by: "campaign", language, limit });
  if (totals.length <= mostLines) return { sums, by: "campaign", totals };
  return { sums, by: "kind", totals: await sumMonth(ctx, days, { by: "kind", language, limit }) };
}

async function loadLines(
  ctx: ReadContext,
  days: { from: string; to: string },
  language: Language,
): Promise<UnnamedLine[]> {
  const lines: UnnamedLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLines(ctx, { ...days, language, cursor, size: batchSize }, "oldest_first");
    lines.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return lines;
}

type Style = { words: Words; language: Language };

function toDocument(month: StatementMonth, content: Content, { words, language }: Style) {
  const text: Words = (key, params) => words(`wallet_statement:${key}`, params);
  const { opening_halalas, closing_halalas, hash } = month;
  const { additions_halalas, deductions_halalas } = content.sums;
  return {
    language,
    title: text("title"),
    period: words("wallet_statement:month_of", { month: month.month }),
    footer: `${text("title")} ${isolate(month.month)}`,
    sums: [
      { name: text("opening"), amount: toText(opening_halalas) },
      { name: text("additions"), amount: toText(additions_halalas) },
      { name: text("deductions"), amount: toText(-deductions_halalas) },
      { name: text("closing"), amount: toText(closing_halalas) },
    ],
    ...("lines" in content ? toLineTable(content.lines, words) : toTotalTable(content, words)),
    seal: hash ?? "",
    seal_name: text("seal"),
  };
}

const toColumns = (words: Words, keys: string[]) =>
  keys.map((key) => words(`wallet_statement:columns.${key}`));

function toLineTable(lines: readonly UnnamedLine[], words: Words) {
  return {
    is_summed: false,
    summed_note: "",
    columns: toColumns(words, ["day", "operation", "type", "amount_word", "balance_word"]),
    lines: lines.map((line) => ({
      ...toRow(line, words),
      day: line.day,
      note: [line.reference_title ?? line.reference ?? "", toBusinessDays(line, words)]
        .filter(Boolean)
        .join(" · "),
      balance: toText(line.balance_after_halalas),
    })),
  };
}

function toTotalTable({ sums, by, totals }: Content & { by: SumBy; totals: MonthSum[] }, words: Words) {
  return {
    is_summed: true,
    summed_note: words(`wallet_statement:summed_by.${by}`, { lines: sums.lines.toLocaleString("en") }),
    columns: toColumns(words, ["operation", "type", "amount_word"]),
    lines: totals.map((total) => ({
      ...toRow(total, words),
      note: total.reference_title ?? total.reference ?? "",
    })),
  };
}

type Moved = Pick<StatementLine, "kind" | "charge_type" | "amount_halalas">;
const toRow = ({ kind, charge_type, amount_halalas }: Moved, words: Words) => ({
  operation: words(`wallet:kind_${kind}`),
  type: words(`wallet:charge_${charge_type}`),
  amount: toText(charge_type === "deposit" ? amount_halalas : -amount_halalas),
});

/** The days the money belongs to, where they are not the day it was booked on. */
function toBusinessDays(line: UnnamedLine, words: Words): string {
  const text = (key: string) => words(`wallet_statement:${key}`);
  const { day, first_business_day: first, last_business_day: last } = line;
  if (first === day && last === day) return "";
  return first === last
    ? `${text("for_day")} ${isolate(first)}`
    : `${text("for_day")} ${isolate(first)} ${text("until_day")} ${isolate(last)}`;
}

const toText = (amount: number): string => formatRiyals(halalas(amount));
