import type { AdMetric, Metric } from "#modules/figures/contract/metrics.ts";
import { listSums } from "#modules/figures/server/figures.facade.ts";
import { loadAdSums } from "./ad-sums.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { groupSums, mergeSums, plainLabel } from "./report-table.ts";
import { loadStoreSums } from "./store-sums.ts";
import type { LoadTab } from "./table-deps.ts";
import { toScopeNotes } from "./to-scope-notes.ts";

const storeMetrics = [
  "store_sales_per_riyal",
  "store_sales_halalas",
  "store_orders",
  "average_order_halalas",
] as const satisfies readonly Metric[];
const adMetrics = [
  "spend_halalas",
  "roas_delivered",
  "roas_placed",
  "sales_placed_halalas",
  "orders_placed",
  "cost_per_order_halalas",
  "sales_delivered_halalas",
  "orders_delivered",
  "impressions",
  "clicks",
] as const satisfies readonly AdMetric[];
const adSums = listSums(adMetrics);

/**
 * All that ads cost and brought and what the stores sold, by day or month. With campaigns chosen the stores' own sales say
 * nothing, and are left out.
 */
export const loadOverviewTab: LoadTab = async (deps, ctx, scope) => {
  const isOfCampaigns = scope.campaignIds !== null;
  const { now, before } = await loadBothPeriods(scope, async (period) => {
    const parts = await Promise.all([
      loadAdSums(deps, ctx, scope, { by: "day", sums: adSums, period }),
      ...(isOfCampaigns ? [] : [loadStoreSums(deps, ctx, scope, { by: "day", period })]),
    ]);
    const days = mergeSums(...parts);
    return scope.by === "month" ? groupSums(days, (day) => day.slice(0, 7)) : days;
  });
  return {
    metrics: isOfCampaigns ? adMetrics : [...storeMetrics, ...adMetrics],
    now,
    before,
    labels: plainLabel,
    sort: "key",
    keyOrder: "desc",
    notes: toScopeNotes(scope),
  };
};
