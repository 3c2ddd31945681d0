import type { Context } from "#base/server/context.ts";
import { bumpAdGroups } from "./ad-groups.store.ts";
import { bumpAds } from "./ads.store.ts";
import { bumpCampaign } from "./campaigns.store.ts";
import { clearFaults } from "./sync/differences.store.ts";

/** Sends all ad groups again: they carry a copy of the campaign's dates and budget. What was refused is tried again. */
export async function resendAdGroups(ctx: Context, campaignId: string): Promise<void> {
  await clearFaults(ctx, "ad_group", await bumpAdGroups(ctx, campaignId));
}

/** The same for all ads, which carry a copy of the campaign's placements. */
export async function resendAds(ctx: Context, campaignId: string): Promise<void> {
  await clearFaults(ctx, "ad", await bumpAds(ctx, campaignId));
}

/** Sends our budget again, with all ad groups that carry a copy of it. */
export async function resendBudget(ctx: Context, campaignId: string): Promise<void> {
  await bumpCampaign(ctx, campaignId);
  await resendAdGroups(ctx, campaignId);
}
