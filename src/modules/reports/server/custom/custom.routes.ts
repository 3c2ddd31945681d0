import type { ReadContext } from "#base/server/context.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toPastPeriod } from "#base/shared/period.ts";
import type { CustomReport, CustomReportsCalls } from "../../contract/custom-reports.calls.ts";
import { toCustomPeriod } from "../../domain/custom-period.ts";
import {
  copyCustomReport,
  createCustomReport,
  loadCustomReport,
  removeCustomReport,
  setPinned,
  updateCustomReport,
} from "./change-custom.ts";
import type { CustomDeps } from "./custom-deps.ts";
import { type CustomReportRecord, listCustomReports, listPinnedReports } from "./custom-reports.store.ts";
import { exportCustomReport } from "./export-custom.ts";
import { exportDays } from "./export-days.ts";
import { loadCustomFigures } from "./load-custom-figures.ts";
import { presentReports } from "./present-custom.ts";
import { setSchedule } from "./set-schedule.ts";

/** What a pinned report shows on home. */
const pinnedRows = 31;

export function customReportsHandlers(deps: CustomDeps): Handlers<CustomReportsCalls> {
  const present = presentReports(deps);
  const load = loadCustomFigures(deps);
  const exportReport = exportCustomReport(deps);
  const exportByDay = exportDays(deps);
  const schedule = setSchedule(deps);
  const show = async (ctx: ReadContext, record: CustomReportRecord): Promise<CustomReport> => {
    const [report] = await present(ctx, [record]);
    return report ?? baseRefusals.refuse("base.not_found");
  };

  return {
    "GET Clients/Reports/custom": async ({ ctx, query: { cursor, size } }) => {
      const found = await listCustomReports(ctx, { cursor, limit: size + 1 });
      const shown = found.slice(0, size);
      return {
        items: await present(ctx, shown),
        next_cursor: found.length > size ? (shown.at(-1)?.id ?? null) : null,
      };
    },
    "POST Clients/Reports/custom": async ({ ctx, body }) => show(ctx, await createCustomReport(ctx, body)),
    "GET Clients/Reports/custom/{id}": async ({ ctx, params }) =>
      show(ctx, await loadCustomReport(ctx, params.id)),
    "PUT Clients/Reports/custom/{id}": async ({ ctx, params, body }) =>
      show(ctx, await updateCustomReport(ctx, { id: params.id, ...body })),
    "DELETE Clients/Reports/custom/{id}": ({ ctx, params }) => removeCustomReport(ctx, params.id),
    "POST Clients/Reports/custom/{id}/copy": async ({ ctx, params, body }) =>
      show(ctx, await copyCustomReport(ctx, { id: params.id, name: body.name })),
    "PUT Clients/Reports/custom/{id}/pin": async ({ ctx, params, body }) =>
      show(ctx, await setPinned(ctx, { id: params.id, isPinned: body.is_pinned })),
    "GET Clients/Reports/custom/{id}/figures": async ({ ctx, params, query, language }) => {
      const { definition } = await loadCustomReport(ctx, params.id);
      const period = toCustomPeriod(definition.period, query, ctx.now);
      return load(ctx, { definition, period, language, cursor: query.cursor, size: query.size });
    },
    "GET Clients/Reports/custom/{id}/export": async ({ ctx, params, query, language }) => {
      const { name, definition } = await loadCustomReport(ctx, params.id);
      const period = toCustomPeriod(definition.period, query, ctx.now);
      return exportReport(ctx, { name, definition, period, format: query.format, language });
    },
    "POST Clients/Reports/custom/preview": ({ ctx, body, language }) => {
      const { definition, cursor, size } = body;
      const period = toCustomPeriod(definition.period, body, ctx.now);
      return load(ctx, { definition, period, language, cursor, size });
    },
    "GET Clients/Reports/custom-pinned": async ({ ctx, language }) => {
      const records = await listPinnedReports(ctx);
      const reports = await present(ctx, records);
      const items = [];
      for (const report of reports) {
        const { definition } = report;
        const period = toCustomPeriod(definition.period, {}, ctx.now);
        items.push({ report, figures: await load(ctx, { definition, period, language, size: pinnedRows }) });
      }
      return { items };
    },
    "PUT Clients/Reports/custom/{id}/schedule": async ({ ctx, params, body, language }) =>
      show(ctx, await schedule(ctx, { reportId: params.id, language, ...body })),
    "GET Clients/Reports/home/export": ({ ctx, query: { days, format }, language }) =>
      exportByDay(ctx, { period: toPastPeriod({ days }, ctx.now), format, language }),
    "GET Clients/Reports/campaign/{id}/export": async ({ ctx, params, query, language }) => {
      const [campaign] = await deps.campaigns.listCampaignLabels(ctx, { ids: [params.id] });
      if (!campaign) return baseRefusals.refuse("base.not_found");
      return exportByDay(ctx, {
        campaign,
        period: toPastPeriod(query, ctx.now),
        format: query.format,
        language,
      });
    },
  };
}
