import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import type { CampaignAd } from "#modules/campaigns/server/campaigns.facade.ts";
import { computeMetrics, listSums } from "#modules/figures/server/figures.facade.ts";
import type { Breakdown } from "../contract/breakdowns.ts";
import type { BreakdownRow } from "../contract/reports.calls.ts";
import type { CampaignDeps } from "./load-reports.ts";

export type BreakdownDeps = CampaignDeps & {
  /** Deleted ones included. */
  campaignAds(ctx: ReadContext, campaignId: string): Promise<CampaignAd[]>;
};
type Input = PeriodQuery & { campaignId: string; by: Breakdown };
type Answer = Period & { is_complete: boolean; rows: BreakdownRow[] };

const shownMetrics = ["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"] as const;
const soldMetrics = [
  "orders_placed",
  "sales_placed_halalas",
  "roas_placed",
  "cost_per_order_halalas",
] as const;
const sums = listSums([...shownMetrics, ...soldMetrics]);

/** A campaign's figures by ad group, ad or hour; refuses `base.not_found` for one that is not the merchant's. */
export const loadBreakdown =
  (deps: BreakdownDeps) =>
  async (ctx: ReadContext, { campaignId, by, ...query }: Input): Promise<Answer> => {
    if (!(await deps.ownsCampaign(ctx, campaignId))) return baseRefusals.refuse("base.not_found");
    const period = toPastPeriod(query, ctx.now);
    if (by === "hour") return { ...period, ...(await splitByHour(deps, ctx, { campaignId, ...period })) };
    const byAd = await deps.figures.query(ctx, {
      measures: sums,
      by: ["ad"],
      filter: { ...period, campaignIds: [campaignId] },
    });
    const ads = new Map((await deps.campaignAds(ctx, campaignId)).map((ad) => [ad.id, ad]));
    const groups = Map.groupBy(byAd, ({ ad_id }) =>
      by === "ad" ? ad_id : (ads.get(ad_id)?.ad_group_id ?? ""),
    );
    const rows = [...groups].map(([key, parts]): BreakdownRow => {
      const total = Object.fromEntries(sums.map((sum) => [sum, addUp(parts.map((part) => part[sum]))]));
      return {
        key,
        ...toLabel(by, ads.get(parts[0]?.ad_id ?? "")),
        ...computeMetrics(shownMetrics, total),
        sold: computeMetrics(soldMetrics, total),
      };
    });
    rows.sort((one, other) => other.spend_halalas - one.spend_halalas || (one.key < other.key ? -1 : 1));
    return { ...period, is_complete: true, rows };
  };

function toLabel(by: Breakdown, ad: CampaignAd | undefined) {
  if (!ad) return { name: null, media_id: null, is_deleted: true };
  return by === "ad"
    ? { name: ad.name, media_id: ad.media_id, is_deleted: ad.is_deleted }
    : { name: ad.ad_group_name, media_id: null, is_deleted: ad.is_ad_group_deleted };
}

/** Hours are known of recent days; a day that was read as a whole has none. */
async function splitByHour(
  { figures }: BreakdownDeps,
  ctx: ReadContext,
  { campaignId, from, to }: Period & { campaignId: string },
) {
  const hours = await figures.loadHourFigures(ctx, { campaignId, from, to });
  const [whole] = await figures.query(ctx, {
    measures: ["spend_halalas"],
    by: [],
    filter: { from, to, campaignIds: [campaignId] },
  });
  const label = { name: null, media_id: null, is_deleted: false, sold: null };
  return {
    is_complete: addUp(hours.map(({ spend_halalas }) => spend_halalas)) >= (whole?.spend_halalas ?? 0),
    rows: hours.map(({ hour, ...measured }): BreakdownRow => ({ key: String(hour), ...label, ...measured })),
  };
}

const addUp = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
