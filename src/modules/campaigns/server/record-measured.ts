import type { Context } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { recordAds, recordCampaign } from "#modules/figures/server/figures.facade.ts";
import type { Level } from "../domain/sync-plan.ts";

/**
 * Tells the figures who is measured. Called wherever a campaign's or an ad's platform id, name or status is written, in
 * the same transaction; the figures know nothing else of campaigns.
 */
export async function recordMeasured(ctx: Context, level: Level, id: string): Promise<void> {
  if (level === "campaign") await recordMeasuredCampaign(ctx, id);
  if (level === "ad") await recordMeasuredAds(ctx, sql`id = ${id}`);
}

async function recordMeasuredCampaign(ctx: Context, campaignId: string): Promise<void> {
  const campaign = await ctx.tx.one<Parameters<typeof recordCampaign>[1]>(sql`
    select id as campaign_id, platform, ad_account_id, platform_id, name, status, starts_at, may_spend_since, updated_at
    from campaigns.campaigns join campaigns.campaign_sync using (id, platform) where id = ${campaignId}`);
  ctx.tx.defer(recordCampaign(ctx, campaign));
}

/** The same for the merchant's ads that meet the condition. */
export async function recordMeasuredAds(ctx: Context, condition: Sql): Promise<void> {
  const ads = await ctx.tx.many<Parameters<typeof recordAds>[1][number]>(sql`
    select id as ad_id, campaign_id, platform_id, name, status, updated_at
    from campaigns.ads join campaigns.ad_sync using (id)
    where merchant_id = ${ctx.actor.merchantId} and ${condition} order by id`);
  await recordAds(ctx, ads);
}
