import { Readable } from "node:stream";
import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import { toCsv } from "#base/server/spreadsheets/csv.ts";
import type { Cell, ColumnKind, Spreadsheet } from "#base/server/spreadsheets/spreadsheet.ts";
import { toXlsx } from "#base/server/spreadsheets/xlsx.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { LinkRow, linksExportQuery } from "../contract/link-shapes.ts";
import { loadLinksPage, toLinkPeriod } from "./list-links.ts";
import type { PresentDeps } from "./present-link.ts";

export type ExportDeps = PresentDeps & { messages: Messages };
type Query = z.output<typeof linksExportQuery>;
type Words = (key: string) => string;

const batchSize = 100;
const mimes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

const day = (instant: string | null): Cell => instant && toRiyadhDay(new Date(instant));

const columns: readonly { key: string; kind: ColumnKind; read(row: LinkRow, words: Words): Cell }[] = [
  { key: "name", kind: "text", read: ({ name }) => name },
  { key: "url", kind: "text", read: ({ url }) => url },
  { key: "destination", kind: "text", read: (row) => row.destination_url },
  { key: "platform", kind: "text", read: ({ platform }, words) => words(`platforms.${platform}`) },
  { key: "origin", kind: "text", read: ({ origin }, words) => words(`origins.${origin}`) },
  { key: "state", kind: "text", read: ({ state }, words) => words(`states.${state}`) },
  { key: "project", kind: "text", read: (row) => row.project_name },
  { key: "campaign_id", kind: "text", read: (row) => row.campaign_id },
  { key: "ad_group_id", kind: "text", read: (row) => row.ad_group_id },
  { key: "ad_id", kind: "text", read: (row) => row.ad_id },
  { key: "tags", kind: "text", read: ({ tags }) => tags.join("، ") },
  { key: "created", kind: "day", read: (row) => day(row.created_at) },
  { key: "expires", kind: "day", read: (row) => day(row.expires_at) },
  { key: "clicks", kind: "count", read: ({ figures }) => figures.clicks },
  { key: "bot_clicks", kind: "count", read: ({ figures }) => figures.bot_clicks },
  { key: "orders", kind: "count", read: ({ figures }) => figures.orders_placed },
  { key: "sales", kind: "riyals", read: ({ figures }) => figures.sales_placed_halalas },
  { key: "orders_delivered", kind: "count", read: ({ figures }) => figures.orders_delivered },
  { key: "sales_delivered", kind: "riyals", read: ({ figures }) => figures.sales_delivered_halalas },
];

/** All links that a filter finds, with the figures of its period, in the reader's language and direction. */
export const exportLinks =
  (deps: ExportDeps) =>
  (ctx: ReadContext, { query, language }: { query: Query; language: Language }): FileContent => {
    const words: Words = (key) => deps.messages.translate(language, `tracking:${key}`);
    const { from, to } = toLinkPeriod(query, ctx.now);
    const sheet: Spreadsheet = {
      title: words("title"),
      columns: columns.map(({ key, kind }) => ({ header: words(`columns.${key}`), kind })),
      rows: listRows(deps)(ctx, query, words),
      isRightToLeft: language === "ar",
    };
    return {
      mime: mimes[query.format],
      fileName: `${words("title")} ${from} ${to}.${query.format}`,
      bytes: null,
      open: async () => (query.format === "csv" ? Readable.from(toCsv(sheet)) : toXlsx(sheet)),
    };
  };

/** Page after page, so that many links cost no more memory than few. */
const listRows = (deps: ExportDeps) =>
  async function* (ctx: ReadContext, query: Query, words: Words): AsyncGenerator<Cell[]> {
    let after: string | undefined;
    do {
      const { rows, next } = await loadLinksPage(deps)(ctx, { ...query, size: batchSize, after });
      for (const row of rows) yield columns.map(({ read }) => read(row, words));
      after = next ?? undefined;
    } while (after !== undefined);
  };
