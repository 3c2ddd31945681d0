import { Readable } from "node:stream";
import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { toCsv } from "#base/server/spreadsheets/csv.ts";
import type { Cell, ColumnKind, Spreadsheet } from "#base/server/spreadsheets/spreadsheet.ts";
import { toXlsx } from "#base/server/spreadsheets/xlsx.ts";
import type { Language } from "#base/shared/language.ts";
import { toPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { exportMimes, type exportQuery, type ListFigures, type ListRow } from "../contract/list.ts";
import { type ListDeps, loadPage, presentRows, toNextCursor } from "./list-campaigns.ts";
import { chooseSearched } from "./name-search.ts";

type Query = z.infer<typeof exportQuery>;
type Input = { query: Query; language: Language };

/** As many rows at a time are in memory. */
const batchSize = 500;

type ExportColumn = { key: string; kind: ColumnKind; read(row: ListRow, words: Words): Cell };
type Words = (key: string) => string;

const day = (instant: string | null): Cell => instant && toRiyadhDay(new Date(instant));
const figure =
  (name: keyof ListFigures) =>
  ({ figures }: ListRow): Cell =>
    figures?.[name] ?? null;

const columns: readonly ExportColumn[] = [
  { key: "name", kind: "text", read: ({ name }) => name },
  { key: "platform", kind: "text", read: ({ platform }, words) => words(`platform_names.${platform}`) },
  { key: "status", kind: "text", read: ({ status }, words) => words(`statuses.${status}`) },
  { key: "sync", kind: "text", read: ({ sync }, words) => words(`sync_states.${sync}`) },
  { key: "budget", kind: "riyals", read: (row) => row.daily_budget_halalas },
  { key: "today", kind: "riyals", read: (row) => row.spend_today_halalas },
  { key: "spend", kind: "riyals", read: figure("spend_halalas") },
  { key: "orders", kind: "count", read: figure("orders_placed") },
  { key: "sales", kind: "riyals", read: figure("sales_placed_halalas") },
  { key: "orders_delivered", kind: "count", read: figure("orders_delivered") },
  { key: "sales_delivered", kind: "riyals", read: figure("sales_delivered_halalas") },
  { key: "roas_placed", kind: "ratio", read: figure("roas_placed") },
  { key: "roas_delivered", kind: "ratio", read: figure("roas_delivered") },
  { key: "cost_per_order", kind: "riyals", read: figure("cost_per_order_halalas") },
  { key: "start", kind: "day", read: (row) => (row.starts_at_once ? null : day(row.starts_at)) },
  { key: "end", kind: "day", read: (row) => day(row.ends_at) },
  { key: "own_number", kind: "text", read: (row) => row.client_campaign_id },
];

/** All campaigns that a filter finds, with the figures of its period, in the reader's language and direction. */
export const exportCampaigns =
  (deps: ListDeps) =>
  (ctx: ReadContext, { query, language }: Input): FileContent => {
    const words: Words = (key) => deps.messages.translate(language, `campaigns:${key}`);
    const { from, to } = toPeriod(query, toRiyadhDay(ctx.now));
    const sheet: Spreadsheet = {
      title: words("title"),
      columns: columns.map(({ key, kind }) => ({ header: words(`columns.${key}`), kind })),
      rows: listRows(deps)(ctx, { query, language }, words),
      isRightToLeft: language === "ar",
    };
    return {
      mime: exportMimes[query.format],
      fileName: `${words("title")} ${from} ${to}.${query.format}`,
      bytes: null,
      open: async () => (query.format === "csv" ? Readable.from(toCsv(sheet)) : toXlsx(sheet)),
    };
  };

/** Batch after batch, so that a merchant of a hundred thousand campaigns costs no more memory than one of ten. */
const listRows = (deps: ListDeps) =>
  async function* (ctx: ReadContext, { query, language }: Input, words: Words): AsyncGenerator<Cell[]> {
    const period = toPeriod(query, toRiyadhDay(ctx.now));
    const searched = await chooseSearched(ctx, query.search);
    let after: string | undefined;
    for (let page = 1; ; page += 1) {
      const rows = await loadPage(ctx, { ...query, page, size: batchSize, after }, { period, searched });
      const shown = rows.slice(0, batchSize);
      for (const row of await presentRows(deps)(ctx, { rows: shown, period, language }))
        yield columns.map(({ read }) => read(row, words));
      if (rows.length <= batchSize) return;
      after = toNextCursor(query.sort, shown) ?? undefined;
    }
  };
