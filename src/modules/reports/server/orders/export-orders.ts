import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Cell, SpreadsheetColumn } from "#base/server/spreadsheets/spreadsheet.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportedOrderRow } from "../../contract/reported-order.ts";
import { describeExport } from "../describe-export.ts";
import { listPages } from "../list-pages.ts";
import { resolveScope, type ScopeDeps } from "../truth/resolve-scope.ts";
import { type NamesDeps, presentOrders } from "./present-orders.ts";

export type ExportOrdersDeps = ScopeDeps &
  NamesDeps & { figures: Pick<FiguresFacade, "listReportedOrders">; messages: Messages };

type Input = { scope: ReportScope; format: TableFormat; language: Language };

const pageSize = 500;

/** The orders of a scope as a file, with the campaign that brought each: page by page, however many there are. */
export const exportOrders =
  (deps: ExportOrdersDeps) =>
  async (ctx: ReadContext, { scope, format, language }: Input): Promise<FileContent> => {
    const words = (key: string, params = {}) => deps.messages.translate(language, key, params);
    const { orders, days } = await resolveScope(deps, ctx, scope);
    const load = async (cursor?: string) =>
      presentOrders(
        deps,
        ctx,
        await deps.figures.listReportedOrders(ctx, {
          filter: { ...orders, ...days },
          ...(cursor === undefined ? {} : { cursor }),
          size: pageSize,
        }),
        language,
      );
    const first = await load();
    const described = describeExport(words, words("reports_orders:list.title"), days);
    const columns = [
      { name: "order", kind: "text" },
      { name: "placed", kind: "day" },
      { name: "state", kind: "text" },
      { name: "payment", kind: "text" },
      { name: "total", kind: "riyals" },
      { name: "came_back", kind: "riyals" },
      { name: "city", kind: "text" },
      { name: "product", kind: "text" },
      { name: "store", kind: "text" },
      { name: "campaign", kind: "text" },
      { name: "platform", kind: "text" },
      { name: "proof", kind: "text" },
    ] as const satisfies { name: string; kind: SpreadsheetColumn["kind"] }[];
    return toTableFile(
      format,
      {
        ...described,
        columns: columns.map(({ name, kind }) => ({ header: words(`reports_export:columns.${name}`), kind })),
        openRows: async function* () {
          for await (const { items } of listPages(first, load)) yield* items.map(toCells);
        },
        language,
        createdAt: ctx.now,
      },
      deps.messages,
    );

    function toCells(order: ReportedOrderRow): Cell[] {
      const { campaign } = order;
      return [
        order.reference,
        toRiyadhDay(new Date(order.placed_at)),
        words(`reports_orders:state.${order.state}`),
        words(`reports_orders:${order.is_cod ? "cod" : "paid"}`),
        order.total_halalas,
        order.refunded_halalas,
        order.city,
        order.product,
        order.store_name,
        campaign?.name ?? null,
        campaign && words(`ad_accounts:platforms.${campaign.platform}`),
        campaign && words(`reports_orders:witness.${campaign.witness}`),
      ];
    }
  };
