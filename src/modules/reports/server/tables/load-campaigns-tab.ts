import type { ReadContext } from "#base/server/context.ts";
import type { AdMetric } from "#modules/figures/contract/metrics.ts";
import { listSums } from "#modules/figures/server/figures.facade.ts";
import { loadAdSums } from "./ad-sums.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { type Labels, type PeriodSums, plainLabel } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";
import { toScopeNotes } from "./to-scope-notes.ts";

export const adTabMetrics = [
  "roas_delivered",
  "roas_placed",
  "spend_halalas",
  "sales_placed_halalas",
  "orders_placed",
  "cost_per_order_halalas",
  "sales_delivered_halalas",
  "orders_delivered",
  "platform_reported_sales_halalas",
  "impressions",
  "clicks",
  "click_share",
  "cpc_halalas",
  "cpm_halalas",
] as const satisfies readonly AdMetric[];
const sums = listSums(adTabMetrics);

/** What each platform, or each campaign, cost and brought. */
export const loadCampaignsTab: LoadTab = async (deps, ctx, scope) => {
  const by = scope.by === "campaign" ? "campaign" : "platform";
  const periods = await loadBothPeriods(scope, (period) =>
    loadAdSums(deps, ctx, scope, { by, sums, period }),
  );
  return {
    metrics: adTabMetrics,
    ...periods,
    labels: by === "platform" ? namePlatforms(deps, scope) : await nameCampaigns(deps, ctx, scope, periods),
    sort: "spend_halalas",
    keyOrder: "asc",
    notes: toScopeNotes(scope).filter((note) => note !== "only_from_campaigns"),
  };
};

const namePlatforms =
  ({ messages }: TableDeps, { language }: ResolvedScope): Labels =>
  (platform) => ({
    ...plainLabel(messages.translate(language, `reports:${platform}`)),
    platform: platform as never,
  });

type Periods = { now: PeriodSums; before: PeriodSums | null };
export const listKeys = ({ now, before }: Periods): string[] => [
  ...new Set([...now.rows.keys(), ...(before?.rows.keys() ?? [])]),
];

/** Campaigns by their ids, as the rows of a tab are named. */
export async function nameCampaigns(
  { campaigns, messages }: TableDeps,
  ctx: ReadContext,
  { language }: ResolvedScope,
  periods: Periods,
): Promise<Labels> {
  const found = await campaigns.findCampaigns(ctx, listKeys(periods));
  const byId = new Map(found.map((campaign) => [campaign.id, campaign]));
  const unknown = messages.translate(language, "reports:row.unknown");
  return (id) => {
    const campaign = byId.get(id);
    return {
      ...plainLabel(campaign?.name ?? unknown),
      platform: campaign?.platform ?? null,
      campaign_id: campaign ? id : null,
      is_deleted: campaign?.status === "deleted",
    };
  };
}
