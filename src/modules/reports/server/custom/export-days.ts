import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import type { ExportFormat } from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";
import { exportCustomReport } from "./export-custom.ts";

/** What home and a campaign's page show of each day, as a report of its own. */
const shownByDay = {
  measures: [
    "sales_placed_halalas",
    "spend_halalas",
    "roas_placed",
    "orders_placed",
    "cost_per_order_halalas",
    "sales_delivered_halalas",
    "impressions",
    "clicks",
  ],
  by: ["day"],
  display: "line",
} as const satisfies Partial<ReportDefinition>;

type Input = {
  period: Period;
  format: ExportFormat;
  language: Language;
  campaign?: { id: string; name: string };
};

/** The days of home's figures, or of one campaign's, as a file. */
export const exportDays =
  (deps: CustomFiguresDeps) =>
  (ctx: ReadContext, { campaign, period, format, language }: Input): Promise<FileContent> =>
    exportCustomReport(deps)(ctx, {
      name: campaign?.name ?? deps.messages.translate(language, "reports_custom:home_export"),
      definition: {
        measures: [...shownByDay.measures],
        by: [...shownByDay.by],
        display: shownByDay.display,
        filter: campaign ? { campaign_ids: [campaign.id] } : {},
        period,
      },
      period,
      format,
      language,
    });
