import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import type { AdMetric, Metric } from "#modules/figures/contract/metrics.ts";
import { listSums } from "#modules/figures/server/figures.facade.ts";
import { groupSums, type PeriodSums, plainLabel, toPeriodSums } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const adMetrics = [
  "spend_halalas",
  "roas_placed",
  "sales_placed_halalas",
  "orders_placed",
  "roas_delivered",
  "sales_delivered_halalas",
  "cost_per_order_halalas",
  "impressions",
  "clicks",
] as const satisfies readonly AdMetric[];
const metrics: readonly Metric[] = adMetrics;

/** All that ads cost and brought, by day or month. */
export const loadOverviewTab: LoadTab = async (deps, ctx, scope) => {
  const load = async (period: Period) => {
    const days = await loadDays(deps, ctx, scope, period);
    return scope.by === "month" ? groupSums(days, (day) => day.slice(0, 7)) : days;
  };
  return {
    metrics,
    now: await load(scope.period),
    before: scope.compared && (await load(scope.compared)),
    labels: plainLabel,
    sort: "key",
    keyOrder: "desc",
    notes: [],
  };
};

const sums = listSums(adMetrics);

async function loadDays(
  { figures }: TableDeps,
  ctx: ReadContext,
  { spendCampaignIds }: ResolvedScope,
  period: Period,
): Promise<PeriodSums> {
  const filter = { ...period, ...(spendCampaignIds ? { campaignIds: spendCampaignIds } : {}) };
  const days = await figures.query(ctx, { measures: sums, by: ["day"], filter });
  return toPeriodSums(
    sums,
    days.map(({ day, ...known }) => [day, known]),
  );
}
