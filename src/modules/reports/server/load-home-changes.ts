import type { ReadContext } from "#base/server/context.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CampaignSummary } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CampaignChange, HomeQuery } from "../contract/home.calls.ts";
import { type DaySums, explainChange, noSums, weighChange } from "../domain/daily-change.ts";
import { type HomeScopeDeps, toHomeFilter } from "./load-home-report.ts";

export type HomeChangesDeps = HomeScopeDeps & {
  findCampaigns(ctx: ReadContext, ids: readonly string[]): Promise<CampaignSummary[]>;
};

const measures = ["spend_halalas", "orders_placed", "sales_placed_halalas"] as const;
const dayMs = 86_400_000;
const shownMax = 3;

/**
 * Today so far beside yesterday as it was known 24 hours ago: a day that has just begun is not judged by a whole one. The
 * campaigns that differ most follow, each with its reason.
 */
export const loadHomeChanges =
  (deps: HomeChangesDeps) => async (ctx: ReadContext, scope: Pick<HomeQuery, "store_id" | "platform">) => {
    const narrow = await toHomeFilter(deps, ctx, scope);
    const today = toRiyadhDay(ctx.now);
    const day = addDays(today, -1);
    const by = ["campaign"] as const;
    const now = await deps.figures.query(ctx, {
      measures,
      by,
      filter: { from: today, to: today, ...narrow },
      asOf: ctx.now,
    });
    const before = await deps.figures.query(ctx, {
      measures,
      by,
      filter: { from: day, to: day, ...narrow },
      asOf: new Date(ctx.now.getTime() - dayMs),
    });
    return {
      today: sumUp(now),
      yesterday: sumUp(before),
      campaigns: await explain(deps, ctx, now, before),
    };
  };

type CampaignDay = DaySums & { campaign_id: string };

async function explain(
  { findCampaigns }: HomeChangesDeps,
  ctx: ReadContext,
  now: readonly CampaignDay[],
  before: readonly CampaignDay[],
): Promise<CampaignChange[]> {
  const [today, yesterday] = [now, before].map((rows) => new Map(rows.map((row) => [row.campaign_id, row])));
  const ids = [...new Set([...now, ...before].map(({ campaign_id }) => campaign_id))];
  const changed = ids
    .flatMap((id) => {
      const [one, other] = [today?.get(id) ?? noSums, yesterday?.get(id) ?? noSums];
      const reason = explainChange(one, other);
      return reason ? [{ id, reason, one, other, weight: weighChange(one, other) }] : [];
    })
    .sort((one, other) => other.weight - one.weight || one.id.localeCompare(other.id))
    .slice(0, shownMax);
  const found = await findCampaigns(
    ctx,
    changed.map(({ id }) => id),
  );
  const campaigns = new Map(found.map((campaign) => [campaign.id, campaign]));
  return changed.flatMap(({ id, reason, one, other }) => {
    const campaign = campaigns.get(id);
    if (!campaign) return [];
    return [
      {
        id,
        name: campaign.name,
        platform: campaign.platform,
        reason,
        spend_change_halalas: one.spend_halalas - other.spend_halalas,
        orders_change: one.orders_placed - other.orders_placed,
        sales_change_halalas: one.sales_placed_halalas - other.sales_placed_halalas,
      },
    ];
  });
}

function sumUp(rows: readonly DaySums[]): DaySums {
  return rows.reduce(
    (sum, row) => ({
      spend_halalas: sum.spend_halalas + row.spend_halalas,
      orders_placed: sum.orders_placed + row.orders_placed,
      sales_placed_halalas: sum.sales_placed_halalas + row.sales_placed_halalas,
    }),
    noSums,
  );
}
