import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportedOrderRow } from "../../contract/reported-order.ts";
import { type ExportColumn, exportRows } from "../export-rows.ts";
import { resolveScope, type ScopeDeps } from "../truth/resolve-scope.ts";
import { type NamesDeps, presentOrders } from "./present-orders.ts";

export type ExportOrdersDeps = ScopeDeps &
  NamesDeps & { figures: Pick<FiguresFacade, "listReportedOrders">; messages: Messages };

type Input = { scope: ReportScope; format: TableFormat; language: Language };

const pageSize = 500;

/** The orders of a scope as a file, the newest first, with the campaign that brought each. */
export const exportOrders =
  (deps: ExportOrdersDeps) =>
  async (ctx: ReadContext, { scope, format, language }: Input): Promise<FileContent> => {
    const words = (key: string) => deps.messages.translate(language, key, {});
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
    const columns: ExportColumn<ReportedOrderRow>[] = [
      { name: "order", kind: "text", read: ({ reference }) => reference },
      { name: "placed", kind: "day", read: ({ placed_at }) => toRiyadhDay(new Date(placed_at)) },
      { name: "state", kind: "text", read: ({ state }) => words(`reports_orders:state.${state}`) },
      {
        name: "payment",
        kind: "text",
        read: ({ is_cod }) => words(`reports_orders:${is_cod ? "cod" : "paid"}`),
      },
      { name: "total", kind: "riyals", read: ({ total_halalas }) => total_halalas },
      { name: "came_back", kind: "riyals", read: ({ refunded_halalas }) => refunded_halalas },
      { name: "city", kind: "text", read: ({ city }) => city },
      { name: "product", kind: "text", read: ({ product }) => product },
      { name: "store", kind: "text", read: ({ store_name }) => store_name },
      { name: "campaign", kind: "text", read: ({ campaign }) => campaign?.name ?? null },
      {
        name: "platform",
        kind: "text",
        read: ({ campaign }) => campaign && words(`ad_accounts:platforms.${campaign.platform}`),
      },
      {
        name: "proof",
        kind: "text",
        read: ({ campaign }) => campaign && words(`reports_orders:witness.${campaign.witness}`),
      },
    ];
    const title = words("reports_orders:list.title");
    return exportRows(deps.messages, ctx, { title, days, columns, load, format, language });
  };
