import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Metric, metricNames } from "#modules/figures/contract/metrics.ts";
import { computeKnownMetrics } from "#modules/figures/server/figures.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { type TableBreakdown, type TableTab, tableBreakdowns } from "../../contract/report-tabs.ts";
import { reportsRefusals } from "../../contract/reports.refusals.ts";
import { loadAdsTab } from "./load-ads-tab.ts";
import { loadAudienceTab } from "./load-audience-tab.ts";
import { loadCampaignsTab } from "./load-campaigns-tab.ts";
import { loadCitiesTab } from "./load-cities-tab.ts";
import { loadHoursTab } from "./load-hours-tab.ts";
import { loadMoneyTab } from "./load-money-tab.ts";
import { loadOverviewTab } from "./load-overview-tab.ts";
import { loadProductsTab } from "./load-products-tab.ts";
import { pageRows, sortRows } from "./page-rows.ts";
import { type TabContent, toColumns, toRows } from "./report-table.ts";
import { resolvePeriods } from "./resolve-period.ts";
import type { LoadTab, TableDeps } from "./table-deps.ts";

export type TableInput = {
  tab: TableTab;
  scope: ReportScope;
  language: Language;
  by?: TableBreakdown | undefined;
  sort?: Metric | "key" | undefined;
  order?: "asc" | "desc" | undefined;
  size?: number;
  after?: string | undefined;
};

/** Days that platforms and stores still change: today and yesterday. */
const unsettledDays = 2;

const loaders: Record<TableTab, LoadTab> = {
  overview: loadOverviewTab,
  campaigns: loadCampaignsTab,
  ads: loadAdsTab,
  products: loadProductsTab,
  cities: loadCitiesTab,
  hours: loadHoursTab,
  audience: loadAudienceTab,
  money: loadMoneyTab,
};

/**
 * A tab of the reports as a table: typed columns of metrics, and a page of rows. Screens, files and messages are made from
 * it. Refuses `reports.breakdown_unknown` for rows that the tab does not have.
 */
export const loadReportTable =
  (deps: TableDeps) =>
  async (ctx: ReadContext, { tab, scope, language, ...input }: TableInput): Promise<ReportTable> => {
    const by = input.by ?? tableBreakdowns[tab][0];
    if (!(tableBreakdowns[tab] as readonly string[]).includes(by))
      return reportsRefusals.refuse("reports.breakdown_unknown");
    const [{ period, compared }, campaigns] = await Promise.all([
      resolvePeriods(deps, ctx, scope),
      resolveCampaigns(deps, ctx, scope),
    ]);
    const [{ notes, ...content }, as_of] = await Promise.all([
      loaders[tab](deps, ctx, {
        ...scope,
        ...campaigns,
        language,
        by,
        period,
        compared,
      }),
      deps.figures.findCompleteUntil(ctx),
    ]);
    const rows = toRows(content);
    const order = toOrder(content, input);
    const page = pageRows(sortRows(rows, order), { ...order, size: input.size ?? 50, after: input.after });
    return {
      as_of,
      period,
      compared,
      unsettled_from: addDays(toRiyadhDay(ctx.now), 1 - unsettledDays),
      emptiness: isEmpty(content) ? await deps.whyEmpty(ctx) : null,
      notes: [
        ...notes,
        ...(scope.compare === "last_hijri_year" && !compared ? (["no_hijri_comparison"] as const) : []),
      ],
      columns: toColumns(content.metrics, (metric) =>
        deps.messages.translate(language, `figures:metrics.${metric}.name`),
      ),
      total: computeKnownMetrics(content.metrics, content.now.total),
      total_before: content.before && computeKnownMetrics(content.metrics, content.before.total),
      count: rows.length,
      ...page,
    };
  };

function toOrder({ metrics, ...content }: TabContent, { sort, order }: Pick<TableInput, "sort" | "order">) {
  const chosen = sort === "key" || (sort && metrics.includes(sort)) ? sort : content.sort;
  return { metrics, sort: chosen, order: order ?? (chosen === "key" ? content.keyOrder : "desc") } as const;
}

const isEmpty = ({ now }: TabContent): boolean => metricNames.every((name) => !now.total[name as never]);

/** The campaigns that the filters leave; what they cost counts for a store when they lead to it. */
async function resolveCampaigns({ campaigns }: TableDeps, ctx: ReadContext, scope: ReportScope) {
  const { campaign_ids, platform, status, objective, store_id } = scope;
  const isNarrowed = [campaign_ids, platform, status, objective].some((filter) => filter !== undefined);
  const filter = { ids: campaign_ids, platform, status, objective };
  const campaignIds = isNarrowed ? await campaigns.listCampaignIds(ctx, filter) : null;
  if (store_id === undefined) return { campaignIds, spendCampaignIds: campaignIds };
  return {
    campaignIds,
    spendCampaignIds: await campaigns.listCampaignIds(ctx, { ...filter, storeId: store_id }),
  };
}
