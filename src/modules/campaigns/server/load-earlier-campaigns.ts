import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type EarlierCampaign, recentDays } from "../domain/season-draft.ts";
import { loadCampaignTrees } from "./campaigns.store.ts";
import type { CampaignTree } from "./records.ts";

const dayMs = 86_400_000;

/** The campaigns of the plan that ran last, if it ran lately. */
export async function loadEarlierCampaigns(ctx: ReadContext): Promise<EarlierCampaign[]> {
  const { db, actor, now } = ctx;
  const since = new Date(now.getTime() - recentDays * dayMs);
  const last = await db.maybeOne<{ plan_id: string }>(sql`
    select plan_id from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and status <> 'deleted' and published
      and (status = 'active' or updated_at >= ${since})
    order by id desc limit 1`);
  if (!last) return [];
  const campaigns = await db.many<{ id: string }>(sql`
    select id from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and plan_id = ${last.plan_id} and status <> 'deleted' and published
    order by id`);
  const trees = await loadCampaignTrees(
    ctx,
    campaigns.map(({ id }) => id),
  );
  return trees.map(toEarlierCampaign);
}

function toEarlierCampaign({ campaign, adGroups, ads }: CampaignTree): EarlierCampaign {
  const group = adGroups.find(({ status }) => status !== "deleted");
  return {
    platform: campaign.platform,
    campaign: {
      ad_account_id: campaign.ad_account_id,
      placements: campaign.placements,
      store_id: campaign.store_id,
      landing_url: campaign.landing_url,
      objective: campaign.objective,
      bidding_strategy: campaign.bidding_strategy,
      target_cpa_halalas: campaign.target_cpa_halalas,
      target_roas: campaign.target_roas,
      daily_budget_halalas: campaign.daily_budget_halalas,
    },
    adGroup: group
      ? {
          age_ranges: group.age_ranges,
          excluded_age_ranges: group.excluded_age_ranges,
          gender: group.gender,
          locations: group.locations,
          devices: group.devices,
          optimized_targeting: group.optimized_targeting,
          keywords: group.keywords,
        }
      : null,
    brandName: ads.at(-1)?.brand_name ?? "",
  };
}
