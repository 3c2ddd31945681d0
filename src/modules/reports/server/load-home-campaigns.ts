import type { ReadContext } from "#base/server/context.ts";
import { readSales, salesMetrics } from "#modules/figures/contract/counted-sales.ts";
import type { HomeCampaignsQuery, RankedCampaign } from "../contract/home.calls.ts";
import { toHomePeriods } from "../domain/home-period.ts";
import type { HomeChangesDeps } from "./load-home-changes.ts";
import { toHomeFilter } from "./load-home-report.ts";

const measures = ["spend_halalas", ...salesMetrics] as const;
const shownMax = 3;
/** First orders usually show within a day: a younger campaign is not judged. */
const youngMs = 86_400_000;
/** In halalas; who spent less has not burnt much. */
const leastSpend = 5_000;

/**
 * The campaigns that brought the most above their cost in the period, and those that cost the most beyond what they brought,
 * by the orders that our links brought and the person counts.
 */
export const loadHomeCampaigns =
  (deps: HomeChangesDeps) =>
  async (
    ctx: ReadContext,
    query: HomeCampaignsQuery,
  ): Promise<{ earning: RankedCampaign[]; burning: RankedCampaign[] }> => {
    const { period } = toHomePeriods(query, ctx.now);
    const rows = await deps.figures.query(ctx, {
      measures,
      by: ["campaign"],
      filter: { ...period, ...(await toHomeFilter(deps, ctx, query)) },
    });
    const ranked = rows
      .filter((row) => row.spend_halalas > 0 && readSales(row, query.counted).roas !== null)
      .map((row) => ({ ...row, net_halalas: readSales(row, query.counted).halalas - row.spend_halalas }))
      .sort((one, other) => other.net_halalas - one.net_halalas);
    // Some of them may be too young: twice as many are looked at.
    const best = ranked.slice(0, shownMax * 2);
    const worst = ranked.slice(-shownMax * 2).reverse();
    const found = await deps.findCampaigns(ctx, [
      ...new Set([...best, ...worst].map(({ campaign_id }) => campaign_id)),
    ]);
    const campaigns = new Map(
      found
        .filter(({ starts_at }) => ctx.now.getTime() - starts_at.getTime() >= youngMs)
        .map((campaign) => [campaign.id, campaign]),
    );
    const name = (list: typeof ranked): RankedCampaign[] =>
      list
        .flatMap(({ campaign_id: id, ...figures }) => {
          const campaign = campaigns.get(id);
          return campaign ? [{ id, name: campaign.name, platform: campaign.platform, ...figures }] : [];
        })
        .slice(0, shownMax);
    return {
      earning: name(best.filter(({ net_halalas }) => net_halalas > 0)),
      burning: name(
        worst.filter(({ net_halalas, spend_halalas }) => net_halalas < 0 && spend_halalas >= leastSpend),
      ),
    };
  };
